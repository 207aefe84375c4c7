import VencejoHTTP
import VencejoJSON

/// The part of a list that was asked for, and the fields that tell of it.
struct ListSlice: Sendable {
    var items: [JSONValue]
    var headers = Headers()

    init(_ hits: [JSONValue], query: ListQuery, url: String) {
        items = hits
        guard query.page != nil || query.end != nil || query.limit != nil else { return }
        headers[("X-Total-Count" as HeaderName)] = String(hits.count)
        headers["Access-Control-Expose-Headers"] =
            query.page == nil ? "X-Total-Count" : "X-Total-Count, Link"
        let start = query.start.flatMap(ScriptText.integer) ?? 0
        if let page = query.page {
            takePage(page, limit: query.limit, url: url)
        } else if let end = query.end {
            slice(start, ScriptText.integer(end) ?? 0)
        } else if let limit = query.limit {
            slice(start, start + (ScriptText.integer(limit) ?? -start))
        }
    }

    /// As `Array.slice`: negative bounds count from the end.
    private mutating func slice(_ start: Int, _ end: Int) {
        let count = items.count
        let low = start < 0 ? max(0, count + start) : min(start, count)
        let high = end < 0 ? max(0, count + end) : min(end, count)
        items = low < high ? Array(items[low..<high]) : []
    }

    private mutating func takePage(_ text: String, limit: String?, url: String) {
        let page = max(1, ScriptText.integer(text) ?? 1)
        let size = limit.flatMap(ScriptText.integer).flatMap { $0 == 0 ? nil : $0 } ?? 10
        let total = items.count
        let (end, overflow) = page.multipliedReportingOverflow(by: size)
        guard !overflow else {
            items = []
            headers[.link] = ""
            return
        }
        slice(end - size, end)
        var links: [(String, Int)] = []
        if !items.isEmpty, items.count != total {
            let last = Int((Double(total) / Double(size)).rounded(.up))
            links.append(("first", 1))
            if page > 1 { links.append(("prev", page - 1)) }
            if end < total { links.append(("next", page + 1)) }
            links.append(("last", last))
        }
        headers[.link] = links.map { name, number in
            "<\(url.replacingFirst("page=\(page)", with: "page=\(number)"))>; rel=\"\(name)\""
        }.joined(separator: ", ")
    }
}

extension String {
    /// The text with the first occurrence exchanged, itself where there is none.
    func replacingFirst(_ old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}
