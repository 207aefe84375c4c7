#if canImport(Darwin) || URLSessionOnLinux
import Foundation
import VencejoCore
package import VencejoHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    init(_ request: Request) throws(NetworkError) {
        if let fault = RequestCheck.fault(in: request) {
            throw NetworkError(.invalidRequest(fault), request: request)
        }
        guard let url = URL(string: request.url.description) else {
            let fault = NetworkError.InvalidRequest.url(request.url.description)
            throw NetworkError(.invalidRequest(fault), request: request)
        }
        self.init(url: url)
        httpMethod = request.method.rawValue
        for field in request.headers {
            addValue(field.value, forHTTPHeaderField: field.name.rawValue)
        }
        httpBody = request.body.bytes.map { Data($0) }
        httpShouldHandleCookies = false
        // The session has one timer, restarted by every byte; the longer phase must fit into it.
        let phases = [request.timeouts.response, request.timeouts.idle]
        let longest = phases.compactMap(\.self).max()
        timeoutInterval = phases.contains(nil) ? .greatestFiniteMagnitude : seconds(longest)
    }
}

private func seconds(_ time: Duration?) -> TimeInterval {
    time?.timeInterval ?? 60
}

extension Duration {
    var timeInterval: TimeInterval {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

extension Headers {
    /// The fields of an answer; the session has joined lines of one name and lost their order.
    init(_ response: HTTPURLResponse) {
        self.init()
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { (name: $0, value: "\(value)") }
        }
        for field in fields.sorted(by: { $0.name < $1.name }) {
            let name = HeaderName(field.name)
            let values = name == .setCookie ? Self.cookies(in: field.value) : [field.value]
            for value in values { append(name, value) }
        }
    }

    /// Takes joined `Set-Cookie` lines apart: a comma starts a cookie where `name=` follows it.
    ///
    /// The comma of `Expires=Wed, 21 Oct …` is followed by a date.
    package static func cookies(in joined: String) -> [String] {
        var cookies: [String] = []
        for piece in joined.split(separator: ",", omittingEmptySubsequences: false) {
            let name = piece.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" }
            let startsCookie = HeaderName(String(name)).isToken && piece.contains("=")
            if cookies.isEmpty || startsCookie {
                cookies.append(String(piece.drop { $0 == " " }))
            } else {
                cookies[cookies.count - 1] += "," + piece
            }
        }
        return cookies
    }
}
#endif
