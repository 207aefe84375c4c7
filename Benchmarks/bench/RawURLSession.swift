import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The peer that comes with the system, used as plainly as it can be.
enum RawURLSession {
    static func measure(_ url: String, inFlight: Int) async throws -> (Double, Double)? {
        guard let url = URL(string: url) else { return nil }
        let configuration = URLSessionConfiguration.default
        configuration.httpMaximumConnectionsPerHost = 64
        let session = URLSession(configuration: configuration)
        return try await TransportSuite.measure(inFlight) {
            _ = try await session.data(from: url)
        }
    }
}
