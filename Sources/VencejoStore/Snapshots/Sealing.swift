/// What seals bytes before they are written and opens them when they are read: encryption, say.
///
///     let sealing = Sealing(
///         seal: { try encrypted($0, with: key) },
///         open: { try decrypted($0, with: key) }
///     )
public struct Sealing: Sendable {
    let seal: @Sendable ([UInt8]) throws -> [UInt8]
    let open: @Sendable ([UInt8]) throws -> [UInt8]

    /// What `open` throws on is as if it had never been written.
    public init(
        seal: @escaping @Sendable ([UInt8]) throws -> [UInt8],
        open: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) {
        self.seal = seal
        self.open = open
    }
}
