#if canImport(Darwin)
import Foundation
import Security
import VencejoJSON

/// A token in the keychain of the device.
///
/// It can be read after the first unlocking, and leaves the device in no backup.
public struct KeychainTokenStore: TokenStore {
    /// What the keychain said, by its own number (`OSStatus`).
    public struct Failure: Error, Sendable, Hashable {
        public let status: Int32
    }

    private let service: String
    private let account: String

    /// The item under two names: the program, and the person or the server.
    public init(service: String, account: String) {
        self.service = service
        self.account = account
    }

    private var item: [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service,
            kSecAttrAccount: account,
        ]
    }

    public func load() async throws -> OAuthToken? {
        var found: CFTypeRef?
        var query = item
        query[kSecReturnData] = true
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = found as? Data else {
            throw Failure(status: status)
        }
        return try JSON().decode(OAuthToken.self, from: [UInt8](data))
    }

    public func save(_ token: OAuthToken?) async throws {
        let status = SecItemDelete(item as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else {
            throw Failure(status: status)
        }
        guard let token else { return }
        var added = item
        added[kSecValueData] = Data(try JSON().encode(token))
        added[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        let result = SecItemAdd(added as CFDictionary, nil)
        guard result == errSecSuccess else { throw Failure(status: result) }
    }
}
#endif
