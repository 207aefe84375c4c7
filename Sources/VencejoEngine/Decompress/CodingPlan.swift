#if os(Linux)
import VencejoCore

/// Which content codings are taken off a body, and which stay on (RFC 9110 §8.4).
struct CodingPlan: Sendable, Hashable {
    enum Coding: Sendable, Hashable {
        case gzip
        case deflate
        case brotli
        case zstd

        init?(_ name: String) {
            switch name {
            case "gzip", "x-gzip": self = .gzip
            case "deflate": self = .deflate
            case "br": self = .brotli
            case "zstd": self = .zstd
            default: return nil
            }
        }
    }

    /// What is asked for where a request says nothing itself.
    static let accepted = "gzip, deflate, br, zstd"

    /// In the order in which they are taken off: the one put on last comes first.
    let steps: [Coding]
    /// The codings below the first unknown one, in the order in which they were put on.
    let undecoded: [String]

    /// Reads the value of `Content-Encoding`.
    init(_ field: String?) throws(EngineFault) {
        guard let field else {
            steps = []
            undecoded = []
            return
        }
        var names = field.lowercased().split(separator: ",")
            .map { $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined() }
            .filter { !$0.isEmpty && $0 != "identity" }
        guard names.count <= 5 else {
            throw EngineFault(.invalidResponse("the body has more than five codings"))
        }
        var steps: [Coding] = []
        while let name = names.last, let coding = Coding(name) {
            steps.append(coding)
            names.removeLast()
        }
        self.steps = steps
        undecoded = names
    }
}
#endif
