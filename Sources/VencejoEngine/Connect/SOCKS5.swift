#if os(Linux)
package import VencejoCore
import VencejoHTTP

/// Why a SOCKS proxy leads nowhere.
package struct SOCKSFault: Error, Hashable, Sendable {
    package let reason: ProxyFailure.Reason

    package init(_ reason: ProxyFailure.Reason) {
        self.reason = reason
    }
}

/// The client's side of SOCKS 5, up to the moment in which the bytes of the origin begin.
///
///     05 01 00 ──►  ◄── 05 00                          no name asked for (RFC 1928 §3)
///     05 02 00 02 ──►  ◄── 05 02                       a name and a password (RFC 1929)
///     01 n name n password ──►  ◄── 01 00
///     05 01 00 type host port ──►  ◄── 05 00 00 type address port
package struct SOCKS5: Sendable {
    package enum Step: Sendable, Hashable {
        case send([UInt8])
        case more
        case done
    }

    private enum State: Sendable {
        case method
        case login
        case reply
        case done
    }

    private let credentials: Proxy.Credentials?
    private let request: [UInt8]
    private var state = State.method
    private var buffer: [UInt8] = []

    /// `host` is a name, which the proxy looks up, or an address.
    package init(
        to host: String,
        port: Int,
        credentials: Proxy.Credentials?
    ) throws(SOCKSFault) {
        self.credentials = credentials
        if let credentials {
            let lengths = [credentials.user.utf8.count, credentials.password.utf8.count]
            guard lengths.allSatisfy({ 1...255 ~= $0 }) else {
                throw SOCKSFault(.unusable("a name and a password of SOCKS have 1 to 255 bytes"))
            }
        }
        var request: [UInt8] = [5, 1, 0]
        if let address = IPAddress.bytes(host) {
            request += [address.count == 4 ? 1 : 4] + address
        } else {
            let name = Array(host.utf8)
            guard 1...255 ~= name.count else {
                throw SOCKSFault(.unusable("a host name of SOCKS has 1 to 255 bytes"))
            }
            request += [3, UInt8(name.count)] + name
        }
        self.request = request + [UInt8(port >> 8 & 0xFF), UInt8(port & 0xFF)]
    }

    /// The first bytes to send.
    package var greeting: [UInt8] { credentials == nil ? [5, 1, 0] : [5, 2, 0, 2] }

    /// Takes what the proxy said.
    package mutating func receive(_ bytes: [UInt8]) throws(SOCKSFault) -> Step {
        buffer += bytes
        switch state {
        case .method: return try chooseMethod()
        case .login: return try finishLogin()
        case .reply: return try finish()
        case .done: return .done
        }
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        guard buffer.count >= count else { return nil }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private mutating func chooseMethod() throws(SOCKSFault) -> Step {
        guard let answer = take(2) else { return .more }
        guard answer[0] == 5 else { throw SOCKSFault(.invalidAnswer("it is no SOCKS 5")) }
        switch (answer[1], credentials) {
        case (0, _):
            state = .reply
            return .send(request)
        case (2, let credentials?):
            state = .login
            let (user, password) = (credentials.user.utf8, credentials.password.utf8)
            return .send(
                [1, UInt8(user.count)] + user + [UInt8(password.count)] + password
            )
        case (2, nil), (0xFF, nil): throw SOCKSFault(.authenticationRequired)
        default: throw SOCKSFault(.invalidAnswer("it takes neither of the ways to say who asks"))
        }
    }

    private mutating func finishLogin() throws(SOCKSFault) -> Step {
        guard let answer = take(2) else { return .more }
        guard answer[0] == 1 else { throw SOCKSFault(.invalidAnswer("its answer to the password")) }
        guard answer[1] == 0 else { throw SOCKSFault(.credentialsRefused) }
        state = .reply
        return .send(request)
    }

    private mutating func finish() throws(SOCKSFault) -> Step {
        guard buffer.count >= 2 else { return .more }
        guard buffer[0] == 5 else { throw SOCKSFault(.invalidAnswer("it is no SOCKS 5")) }
        guard buffer[1] == 0 else { throw SOCKSFault(.socks(SOCKSReply(rawValue: buffer[1]))) }
        guard buffer.count >= 5 else { return .more }
        let length: Int
        switch buffer[3] {
        case 1: length = 4 + 4 + 2
        case 3: length = 4 + 1 + Int(buffer[4]) + 2
        case 4: length = 4 + 16 + 2
        default: throw SOCKSFault(.invalidAnswer("it gave an address of kind \(buffer[3])"))
        }
        guard take(length) != nil else { return .more }
        guard buffer.isEmpty else {
            throw SOCKSFault(.invalidAnswer("it sent bytes that nobody asked for"))
        }
        state = .done
        return .done
    }
}
#endif
