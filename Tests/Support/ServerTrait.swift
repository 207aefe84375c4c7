package import Testing
package import VencejoMockServer

/// Gives each test a server of its own, and looks afterwards that nothing is left.
///
///     @Test(.server) func `a call is answered`() async throws {
///         let server = try TestServer.current
///
/// After the test no connection may be open, no handler at work, and no request half read. When
/// the test failed, what went over the wire is attached as `wire.txt`.
package struct ServerTrait: TestTrait, SuiteTrait, TestScoping {
    var options: MockServer.Options
    var leavings: Leavings
    /// How long connections may take to end.
    var patience: Duration = .seconds(10)

    package let isRecursive = true

    /// What a test may leave behind, because it is what the test is about.
    package struct Leavings: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Requests of which the server saw only a part.
        package static let unreadRequests = Leavings(rawValue: 1)
        /// Handlers that go on when their client has left.
        package static let handlers = Leavings(rawValue: 2)
    }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let server = TestServer(try await MockServer(options: options))
        let watched = IssueHandlingTrait.compactMapIssues { issue in
            server.noteFailure()
            return issue
        }
        do {
            try await watched.provideScope(for: test, testCase: testCase) {
                try await TestServer.$bound.withValue(server) { try await function() }
                for complaint in await server.finish(leavings, within: patience) {
                    Issue.record("\(complaint)")
                }
            }
        } catch {
            server.noteFailure()
            _ = await server.finish(leavings, within: .zero)
            server.attachLog()
            throw error
        }
        server.attachLog()
    }
}

extension Trait where Self == ServerTrait {
    /// A server without routes for each test, checked afterwards.
    package static var server: ServerTrait { .server() }

    /// A server for each test, checked afterwards.
    package static func server(
        leaving leavings: ServerTrait.Leavings = [],
        within patience: Duration = .seconds(10),
        _ configure: (inout MockServer.Options) -> Void = { _ in }
    ) -> ServerTrait {
        var options = MockServer.Options()
        options.recordsWire = true
        configure(&options)
        return ServerTrait(options: options, leavings: leavings, patience: patience)
    }
}
