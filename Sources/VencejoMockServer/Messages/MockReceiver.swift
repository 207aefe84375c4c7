/// What takes the content of a request while it comes, and answers at its end.
///
///     Route(.put, "files/{name}", receiving: { request in
///         let sum = Sum()
///         return MockReceiver(take: { sum.add($0); return true }, answer: { .text(sum.text) })
///     })
///
/// Content of any length passes through without being held; what is recorded of the request has
/// none.
public struct MockReceiver: Sendable {
    /// Interim answers that are sent before the content is read, such as 104.
    public var interim: [MockResponse]
    /// Takes some of the content; false resets the connection there.
    public var take: @Sendable ([UInt8]) -> Bool
    /// Makes the answer, once all has come.
    public var answer: @Sendable () async -> MockResponse

    public init(
        interim: [MockResponse] = [],
        take: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
        answer: @escaping @Sendable () async -> MockResponse
    ) {
        self.interim = interim
        self.take = take
        self.answer = answer
    }

    /// Reads past the content, and answers.
    public static func ignoring(_ answer: MockResponse) -> MockReceiver {
        MockReceiver(answer: { answer })
    }

    /// The whole at once, for a request that came in one piece.
    func answer(to content: [UInt8]) async -> MockResponse {
        guard content.isEmpty || take(content) else {
            return MockResponse().preceded(by: interim).failing(.reset(after: .start))
        }
        return await answer().preceded(by: interim)
    }
}

extension MockResponse {
    fileprivate func preceded(by interim: [MockResponse]) -> MockResponse {
        var copy = self
        copy.interim = interim + copy.interim
        return copy
    }
}
