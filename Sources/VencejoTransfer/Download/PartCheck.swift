import VencejoCore
import VencejoDigest

/// Whether a whole part is what was promised: it is read back, as it lies on the disk.
struct PartCheck: Sendable {
    private let work: PartWork
    /// Names of RFC 9530 with the digits that must come out.
    private let expected: [(name: String, algorithm: HashAlgorithm, digits: String)]

    /// - Parameter sha256: What the caller asks for; the server's promises come beside it.
    init(_ work: PartWork, expected sha256: String?) {
        self.work = work
        let promised = work.record.digests
        var expected: [(name: String, algorithm: HashAlgorithm, digits: String)] = []
        if let sha256 { expected.append(("sha-256", .sha256, sha256.lowercased())) }
        for (name, algorithm) in Self.algorithms {
            if let digits = promised[name] { expected.append((name, algorithm, digits)) }
        }
        self.expected = expected
    }

    /// Those that say something today (RFC 9530 §5).
    static let algorithms: [(name: String, algorithm: HashAlgorithm)] = [
        ("sha-512", .sha512), ("sha-256", .sha256),
    ]

    /// The names of the digests that were right; throws at the first that is not.
    func run() throws(NetworkError) -> [String] {
        var found: [String: String] = [:]
        for (name, algorithm, right) in expected {
            let digest: String
            if let known = found[name] {
                digest = known
            } else {
                digest = try digits(of: algorithm)
                found[name] = digest
            }
            guard digest == right else {
                throw NetworkError(
                    .digestMismatch(expected: right, found: digest),
                    response: work.response
                )
            }
        }
        return found.keys.sorted()
    }

    private func digits(of algorithm: HashAlgorithm) throws(NetworkError) -> String {
        guard let hash = RunningHash(algorithm) else {
            throw NetworkError(.unsupported("this system has no \(algorithm.rawValue)"))
        }
        var offset = 0
        while true {
            if Task.isCancelled { throw NetworkError(.cancelled) }
            let piece: [UInt8]
            do throws(FileFailure) {
                piece = try work.file.piece(from: offset, upTo: 256 << 10)
            } catch {
                throw NetworkError(.file(error), underlying: error)
            }
            if piece.isEmpty { return Hash.hex(hash.finish()) }
            hash.update(piece)
            offset += piece.count
        }
    }
}
