/// A certificate and its private key, with which a client says who it is.
///
/// Both are bytes in memory. What is printed of an identity never shows them.
public struct ClientIdentity: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case pem(certificates: [UInt8], key: [UInt8], password: String?)
        case pkcs12([UInt8], password: String)
    }

    package let content: Content

    /// The client's certificate in PEM, then those that lead to its authority; and its key.
    public static func pem(
        certificates: [UInt8],
        key: [UInt8],
        password: String? = nil
    ) -> ClientIdentity {
        ClientIdentity(content: .pem(certificates: certificates, key: key, password: password))
    }

    /// A PKCS #12 file (`.p12`, `.pfx`) that holds the certificate and the key.
    public static func pkcs12(_ bytes: [UInt8], password: String) -> ClientIdentity {
        ClientIdentity(content: .pkcs12(bytes, password: password))
    }
}

extension ClientIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        switch content {
        case .pem: "client identity (PEM)"
        case .pkcs12: "client identity (PKCS #12)"
        }
    }

    public var debugDescription: String { description }

    /// Only the description, so that `dump` shows no key either.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
