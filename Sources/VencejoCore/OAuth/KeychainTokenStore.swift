#if canImport(Darwin)
import Foundation
import Security
import VencejoJSON

/// A token in the keychain of the device.
///
/// It can be read after the first unlocking, and leaves the device in no backup.
public struct KeychainTokenStore: TokenStore {
    /// What the keychain said, by its own number: ``NetworkError/underlying`` of what is thrown.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// Its `OSStatus`.
        public let status: Int32

        public var description: String { "the keychain said \(status)" }
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

    public func load() async throws(NetworkError) -> OAuthToken? {
        var found: CFTypeRef?
        var query = item
        query[kSecReturnData] = true
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = found as? Data else {
            throw failure(status)
        }
        do {
            return try JSON().decode(OAuthToken.self, from: [UInt8](data))
        } catch {
            throw NetworkError(wrapping: error)
        }
    }

    public func save(_ token: OAuthToken?) async throws(NetworkError) {
        let status = SecItemDelete(item as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else {
            throw failure(status)
        }
        guard let token else { return }
        var added = item
        do {
            added[kSecValueData] = Data(try JSON().encode(token))
        } catch {
            throw NetworkError(wrapping: error)
        }
        added[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        let result = SecItemAdd(added as CFDictionary, nil)
        guard result == errSecSuccess else { throw failure(result) }
    }

    private func failure(_ status: OSStatus) -> NetworkError {
        NetworkError(.other, underlying: Failure(status: status))
    }
}
#endif
