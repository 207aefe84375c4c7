/// The pages of a list, each asked for when it is needed.
public struct Pages<Output: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Output
    public typealias Failure = NetworkError
    /// One page: the value, the number of its items, and the answer it was in.
    typealias Fetched = (output: Output, itemCount: Int, response: Response)
    typealias Fetch = @Sendable (Request) async throws(NetworkError) -> Fetched

    let first: @Sendable () throws(NetworkError) -> Request
    let paging: Paging<Output>
    let maximumPages: Int?
    let fetch: Fetch

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: self)
    }

    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let pages: Pages
        private var machine: PaginationMachine<Output>?
        private var hasFailed = false

        init(pages: Pages) {
            self.pages = pages
        }

        /// The next page, `nil` after the last one and after a failure.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> Output? {
            if hasFailed { return nil }
            do throws(NetworkError) {
                return try await advance()
            } catch {
                hasFailed = true
                throw error
            }
        }

        private mutating func advance() async throws(NetworkError) -> Output? {
            var machine = try started()
            guard let request = machine.request else {
                self.machine = machine
                return nil
            }
            if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
            let page = try await pages.fetch(request)
            try machine.receive(page.output, itemCount: page.itemCount, response: page.response)
            self.machine = machine
            return page.output
        }

        private func started() throws(NetworkError) -> PaginationMachine<Output> {
            if let machine { return machine }
            return PaginationMachine(
                try pages.first(),
                paging: pages.paging,
                maximumPages: pages.maximumPages
            )
        }
    }
}

/// The items of a list that comes in pages, one after the other.
public struct Items<Output: Sendable, Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = NetworkError

    let pages: Pages<Output>
    let items: @Sendable (Output) -> [Element]

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: pages.makeAsyncIterator(), items: items)
    }

    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        var pages: Pages<Output>.AsyncIterator
        let items: @Sendable (Output) -> [Element]
        private var page: [Element] = []
        private var index = 0

        init(
            pages: Pages<Output>.AsyncIterator,
            items: @escaping @Sendable (Output) -> [Element]
        ) {
            self.pages = pages
            self.items = items
        }

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> Element? {
            while index == page.count {
                guard let next = try await pages.next(isolation: actor) else { return nil }
                page = items(next)
                index = 0
            }
            defer { index += 1 }
            return page[index]
        }
    }
}
