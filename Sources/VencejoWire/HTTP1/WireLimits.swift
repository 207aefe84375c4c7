/// How much of a message is taken before it is refused.
package struct WireLimits: Sendable, Hashable {
    /// The start line and all fields, line ends included.
    package var maxHeadBytes: Int
    /// Field lines in a head or in trailers.
    package var maxHeaderCount: Int
    /// Content, after the chunked coding is taken off.
    package var maxBodyBytes: Int
    /// One line with a chunk's size and extensions.
    package var maxChunkLineBytes: Int
    /// All trailer fields, line ends included.
    package var maxTrailerBytes: Int

    package init(
        maxHeadBytes: Int = 65_536,
        maxHeaderCount: Int = 1000,
        maxBodyBytes: Int = .max,
        maxChunkLineBytes: Int = 4096,
        maxTrailerBytes: Int = 16_384
    ) {
        self.maxHeadBytes = maxHeadBytes
        self.maxHeaderCount = maxHeaderCount
        self.maxBodyBytes = maxBodyBytes
        self.maxChunkLineBytes = maxChunkLineBytes
        self.maxTrailerBytes = maxTrailerBytes
    }

    /// What a client takes from a server.
    package static let client = WireLimits(maxHeadBytes: 262_144, maxHeaderCount: 10_000)
    /// What a server takes from a client.
    package static let server = WireLimits(maxHeaderCount: 200, maxBodyBytes: 64 << 20)
}
