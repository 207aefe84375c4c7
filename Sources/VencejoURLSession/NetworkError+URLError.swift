#if canImport(Darwin) || URLSessionOnLinux
import Foundation
package import VencejoCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension NetworkError.Kind {
    /// Reads a session's error; `afterHead` tells whether an answer had begun.
    package init(_ error: any Error, afterHead: Bool, limit: Int) {
        guard let error = error as? URLError else {
            self = .noConnection(.other("\(error)"))
            return
        }
        switch error.code {
        case .cancelled, .userCancelledAuthentication: self = .cancelled
        case .timedOut: self = .timedOut(afterHead ? .idle : .response)
        case .badURL, .unsupportedURL: self = .invalidRequest(.url(error.localizedDescription))
        case .appTransportSecurityRequiresSecureConnection: self = .insecureURL
        case .dataLengthExceedsMaximum: self = .bodyTooLarge(limit: limit)
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData,
            .cannotDecodeContentData, .zeroByteResource:
            self = .invalidResponse(error.localizedDescription)
        case .networkConnectionLost where afterHead:
            self = .invalidResponse("The answer was cut short")
        default:
            self = Self.tls(error).map(Self.tls) ?? .noConnection(Self.connection(error))
        }
    }

    private static func tls(_ error: URLError) -> NetworkError.TLSFailure? {
        switch error.code {
        case .serverCertificateHasBadDate: .expired
        case .serverCertificateNotYetValid: .notYetValid
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot: .unknownAuthority
        case .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired:
            .handshake(error.localizedDescription)
        default: nil
        }
    }

    private static func connection(_ error: URLError) -> NetworkError.ConnectionFailure {
        switch error.code {
        case .cannotFindHost, .dnsLookupFailed: .nameNotFound
        case .cannotConnectToHost: .refused
        case .networkConnectionLost: .reset
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
            .unreachable
        default: .other(error.localizedDescription)
        }
    }
}
#endif
