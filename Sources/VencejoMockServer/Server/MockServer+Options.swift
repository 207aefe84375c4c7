import VencejoHTTP
import VencejoJSON
package import VencejoSockets

extension MockServer {
    /// Where the server listens, how it behaves and what it bears.
    public struct Options: Sendable, Hashable {
        /// An address of this machine, as numbers.
        public var host = "127.0.0.1"
        /// 0 lets the system choose.
        public var port = 0
        /// How long every answer waits.
        public var latency: MockLatency = .none
        /// The share of requests that get ``failure`` instead of their answer, 0 to 1.
        public var failRate = 0.0
        /// What a failed request gets.
        public var failure: MockResponse = .status(.serviceUnavailable, json: [:])
        /// Whether connections outlive their first answer.
        public var keepsAlive = true
        /// Whether requests are kept for ``MockServer/requests``.
        public var recordsRequests = true
        /// Whether what goes over the wire is kept for ``MockServer/wireLog``.
        public var recordsWire = false
        /// A longer head is answered 431.
        public var maximumHeadBytes = 32 << 10
        /// A longer body is answered 413.
        public var maximumBodyBytes = 10 << 20
        /// Connections beyond this many are closed at once.
        public var maximumConnections = 1024
        /// How long the rest of a request may take to arrive once it began.
        public var requestTimeout: Duration = .seconds(30)
        /// How long a connection may be silent between requests, or take in none of an answer.
        public var idleTimeout: Duration = .seconds(30)
        /// What chance begins with: latencies and failures repeat with the same seed.
        public var seed: UInt64 = 1
        /// The time of a test; nil for the system's.
        package var virtualTime: VirtualTime?

        public init() {}
    }
}

extension MockServer {
    /// Why a server could not start listening.
    public struct StartError: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
