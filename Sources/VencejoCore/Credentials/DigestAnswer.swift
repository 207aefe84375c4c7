import VencejoDigest

/// The answer to a challenge of the scheme Digest (RFC 7616 §3.4).
package struct DigestAnswer: Sendable {
    package let challenge: DigestChallenge
    package let user: String
    package let password: String
    /// How often this nonce was answered, this answer included.
    package let count: Int
    /// The client's own random text.
    package let clientNonce: String

    package init(
        to challenge: DigestChallenge,
        user: String,
        password: String,
        count: Int,
        clientNonce: String
    ) {
        self.challenge = challenge
        self.user = user
        self.password = password
        self.count = count
        self.clientNonce = clientNonce
    }

    private var countText: String {
        let digits = String(count, radix: 16)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }

    private func hash(_ text: String) -> String? {
        Hash.hex(challenge.algorithm, of: text)
    }

    /// The name under which a server that asks for it knows the user (§3.4.4).
    package var userHash: String? { hash("\(user):\(challenge.realm)") }

    /// The value of `response`; nil where the body must be part of it and is not at hand.
    package func response(method: String, target: String, body: [UInt8]?) -> String? {
        guard let secret = secret, let request = request(method, target, body) else { return nil }
        guard let protection = challenge.protection else {
            return hash("\(secret):\(challenge.nonce):\(request)")
        }
        return hash(
            [secret, challenge.nonce, countText, clientNonce, protection.rawValue, request]
                .joined(separator: ":")
        )
    }

    /// H(A1), §3.4.2.
    private var secret: String? {
        guard let plain = hash("\(user):\(challenge.realm):\(password)") else { return nil }
        return challenge.isSession ? hash("\(plain):\(challenge.nonce):\(clientNonce)") : plain
    }

    /// H(A2), §3.4.3.
    private func request(_ method: String, _ target: String, _ body: [UInt8]?) -> String? {
        guard challenge.protection == .authInt else { return hash("\(method):\(target)") }
        guard let body, let content = Hash.digest(challenge.algorithm, of: body) else {
            return nil
        }
        return hash("\(method):\(target):\(Hash.hex(content))")
    }

    /// The value of `Authorization`.
    package func authorization(method: String, target: String, body: [UInt8]?) -> String? {
        guard let response = response(method: method, target: target, body: body),
            let user = userField
        else { return nil }
        var fields = [
            user, "realm=\(Self.quoted(challenge.realm))", "nonce=\(Self.quoted(challenge.nonce))",
            "uri=\(Self.quoted(target))", "response=\"\(response)\"",
        ]
        if let name = challenge.algorithmName { fields.append("algorithm=\(name)") }
        if let opaque = challenge.opaque { fields.append("opaque=\(Self.quoted(opaque))") }
        if let protection = challenge.protection {
            fields += [
                "qop=\(protection.rawValue)", "nc=\(countText)",
                "cnonce=\(Self.quoted(clientNonce))",
            ]
        }
        if challenge.hashesUser { fields.append("userhash=true") }
        return "Digest " + fields.joined(separator: ", ")
    }

    /// Names beyond ASCII go in the extended notation of RFC 8187.
    private var userField: String? {
        if challenge.hashesUser { return userHash.map { "username=\"\($0)\"" } }
        guard user.utf8.contains(where: { $0 >= 0x80 }) else {
            return "username=\(Self.quoted(user))"
        }
        return "username*=UTF-8''" + Self.extended(user)
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }

    private static func extended(_ text: String) -> String {
        var extended = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.properties.isAlphabetic && byte < 0x80 || 0x30...0x39 ~= byte {
                extended.unicodeScalars.append(scalar)
            } else {
                extended += "%" + Hash.hex([byte]).uppercased()
            }
        }
        return extended
    }
}
