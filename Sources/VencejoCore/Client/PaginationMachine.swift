import VencejoHTTP

/// Which page to ask for next: every decision about pages, and no waiting.
///
///     first ──► request ──► answer ──► request ──► … ──► nil
package struct PaginationMachine<Output>: Sendable {
    /// The request for the page that comes next; `nil` after the last.
    package private(set) var request: Request?
    private let paging: Paging<Output>
    private let origin: URI.Origin?
    private let maximumPages: Int?
    private var pages = 0
    /// Items before the next page, counted from the start of the whole list.
    private var position = 0
    private var pageNumber = 0
    private var visited: Set<URI> = []
    private var lastBody: [UInt8] = []

    /// Starts with the request for the list; its own offset or page is where it begins.
    package init(_ first: Request, paging: Paging<Output>, maximumPages: Int? = nil) {
        self.paging = paging
        self.maximumPages = maximumPages
        origin = first.url.origin
        var first = first
        switch paging.form {
        case .offset(let names, let limit):
            position = first.url.queryNumber(names.offset) ?? 0
            first.url = first.url.settingQuery(names.offset, "\(position)")
            first.url = first.url.settingQuery(names.limit, "\(limit)")
        case .pageNumber(let names, let size):
            pageNumber = first.url.queryNumber(names.page) ?? names.first
            position = max(0, pageNumber - names.first) * size
            first.url = first.url.settingQuery(names.page, "\(pageNumber)")
            first.url = first.url.settingQuery(names.size, "\(size)")
        case .cursor, .link, .body:
            break
        }
        visited = [first.url.withoutFragment]
        request = maximumPages.map { $0 <= 0 } == true ? nil : first
    }

    /// Takes a page and decides about the next one.
    ///
    /// A page shorter than asked for ends nothing: servers cap sizes and filter after counting.
    package mutating func receive(
        _ output: Output,
        itemCount: Int,
        response: Response
    ) throws(NetworkError) {
        guard let current = request else { return }
        request = nil
        if itemCount > 0, response.body.bytes == lastBody {
            throw Self.failure("The same page came twice in a row", current, response)
        }
        lastBody = response.body.bytes
        pages += 1
        position += itemCount
        guard let url = try nextURL(after: current, output, itemCount, response) else { return }
        if let maximumPages, pages >= maximumPages { return }
        guard visited.insert(url.withoutFragment).inserted else {
            throw Self.failure(
                "The next page is one that was read: " + Redaction.url(url.description),
                current,
                response
            )
        }
        request = next(at: url, after: current)
    }

    private func next(at url: URI, after current: Request) -> Request {
        var next = current
        next.url = url
        // What proves who is asking belongs to the origin that the caller named, and to no other.
        if url.origin != origin { next.removeCredentials() }
        return next
    }

    private mutating func nextURL(
        after current: Request,
        _ output: Output,
        _ itemCount: Int,
        _ response: Response
    ) throws(NetworkError) -> URI? {
        var url = current.url
        switch paging.form {
        case .offset(let names, _):
            guard goesOn(itemCount, response) else { return nil }
            url = url.settingQuery(names.offset, "\(position)")
        case .pageNumber(let names, _):
            guard goesOn(itemCount, response) else { return nil }
            pageNumber += 1
            url = url.settingQuery(names.page, "\(pageNumber)")
        case .cursor(let parameter, let next):
            guard let cursor = next(output), !cursor.isEmpty else { return nil }
            url = url.settingQuery(parameter, cursor)
        case .link(let relation):
            let links = response.headers.values(of: .link)
            guard let target = Link.target(of: relation, in: links) else { return nil }
            url = try Self.resolve(target, current, response)
        case .body(let next):
            guard let target = next(output), !target.isEmpty else { return nil }
            url = try Self.resolve(target, current, response)
        }
        return url
    }

    private func goesOn(_ itemCount: Int, _ response: Response) -> Bool {
        guard itemCount > 0 else { return false }
        guard let total = response.headers["X-Total-Count"].flatMap({ Int($0) }) else {
            return true
        }
        return position < total
    }

    private static func resolve(
        _ target: String,
        _ current: Request,
        _ response: Response
    ) throws(NetworkError) -> URI {
        let base = response.url
        guard let url = base.resolving(LocationText.escaped(target)), url.isHTTP else {
            throw failure(
                "The next page is at no address: " + Redaction.url(target),
                current,
                response
            )
        }
        return url
    }

    private static func failure(
        _ text: String,
        _ request: Request,
        _ response: Response
    ) -> NetworkError {
        NetworkError(.invalidResponse(text), request: request, response: response)
    }
}
