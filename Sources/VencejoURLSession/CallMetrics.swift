#if canImport(Darwin) || URLSessionOnLinux
import Foundation
import VencejoCore
import VencejoHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the session measured of one call.
struct CallMetrics: Sendable {
    var timings = Timings()
    var version: HTTPVersion?

    init() {}

    init(_ metrics: URLSessionTaskMetrics) {
        timings.total = Self.duration(metrics.taskInterval.start, metrics.taskInterval.end)
        guard let last = metrics.transactionMetrics.last else { return }
        timings.nameLookup = Self.duration(last.domainLookupStartDate, last.domainLookupEndDate)
        timings.connect = Self.duration(last.connectStartDate, last.connectEndDate)
        timings.tls = Self.duration(last.secureConnectionStartDate, last.secureConnectionEndDate)
        timings.firstByte = Self.duration(last.fetchStartDate, last.responseStartDate)
        timings.reusedConnection = last.isReusedConnection
        version = last.networkProtocolName.flatMap(Self.version)
    }

    private static func duration(_ start: Date?, _ end: Date?) -> Duration? {
        guard let start, let end else { return nil }
        return .seconds(end.timeIntervalSince(start))
    }

    private static func version(_ name: String) -> HTTPVersion? {
        switch name {
        case "h3": .http3
        case "h2": .http2
        case "http/1.1": .http11
        case "http/1.0": .http10
        default: nil
        }
    }
}
#endif
