extension APIClientProtocol {
    /// The pages of a list, each asked for when it is needed.
    ///
    ///     for try await page in api.pages(of: ListUsers(), paging: .link) { … }
    ///
    /// Reading ends after the last page, or after `maximumPages`.
    public nonisolated func pages<Target: Endpoint, Item>(
        of endpoint: Target,
        paging: Paging<Target.Output>,
        maximumPages: Int? = nil
    ) -> Pages<Target.Output> where Target.Output == [Item], Item: Decodable & Sendable {
        pages(of: endpoint, paging, maximumPages) { $0.count }
    }

    /// The pages of a list, each asked for when it is needed.
    public nonisolated func pages<Target: Endpoint>(
        of endpoint: Target,
        paging: Paging<Target.Output>,
        maximumPages: Int? = nil
    ) -> Pages<Target.Output> where Target.Output: Page & Decodable {
        pages(of: endpoint, paging, maximumPages) { $0.items.count }
    }

    /// The items of a list that comes in pages, one after the other.
    ///
    ///     for try await user in api.items(of: ListUsers(), paging: .pageNumber(size: 50)) { … }
    ///
    /// Reading ends after the last page, or after `maximumPages`.
    public nonisolated func items<Target: Endpoint, Item>(
        of endpoint: Target,
        paging: Paging<Target.Output>,
        maximumPages: Int? = nil
    ) -> Items<Target.Output, Item>
    where Target.Output == [Item], Item: Decodable & Sendable {
        Items(
            pages: pages(of: endpoint, paging: paging, maximumPages: maximumPages),
            items: { $0 }
        )
    }

    /// The items of a list that comes in pages, one after the other.
    public nonisolated func items<Target: Endpoint>(
        of endpoint: Target,
        paging: Paging<Target.Output>,
        maximumPages: Int? = nil
    ) -> Items<Target.Output, Target.Output.Item>
    where Target.Output: Page & Decodable, Target.Output.Item: Sendable {
        Items(
            pages: pages(of: endpoint, paging: paging, maximumPages: maximumPages),
            items: { $0.items }
        )
    }

    private nonisolated func pages<Target: Endpoint>(
        of endpoint: Target,
        _ paging: Paging<Target.Output>,
        _ maximumPages: Int?,
        count: @escaping @Sendable (Target.Output) -> Int
    ) -> Pages<Target.Output> where Target.Output: Decodable {
        let coder = configuration.bodyCoder(of: endpoint)
        return Pages(
            first: { () throws(NetworkError) in
                try makeRequest(for: endpoint).accepting(coder)
            },
            paging: paging,
            maximumPages: maximumPages,
            fetch: { request throws(NetworkError) in
                let response = try await performed(request)
                let output = try await Self.page(Target.Output.self, response, coder)
                return (output, count(output), response)
            }
        )
    }

    /// Decodes a page, off the caller's actor.
    @concurrent
    private nonisolated static func page<Output: Decodable & Sendable>(
        _ type: Output.Type,
        _ response: Response,
        _ coder: any BodyCoder
    ) async throws(NetworkError) -> Output {
        try response.decode(type, with: coder)
    }
}
