import Foundation

/// Mutates documents and holds what ours and Foundation's coder make of them side by side.
///
///     json-differential N DISAGREEMENTS [FOLDER]
///
/// Every disagreement must be one of those that the list explains.
@main
enum JSONDifferential {
    static func main() throws {
        let arguments = CommandLine.arguments
        let rounds = Int(arguments[1]) ?? 1_000_000
        let list = try String(contentsOfFile: arguments[2], encoding: .utf8)
        let explained = Set(
            list.split(separator: "\n").filter { !$0.hasPrefix("#") }
                .compactMap { $0.split(separator: ":").first.map(String.init) }
        )
        var seeds = documents
        if arguments.count > 3 {
            let folder = URL(filePath: arguments[3])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            for name in names {
                let data = try Data(contentsOf: folder.appending(path: name))
                if data.count < 2000 { seeds.append([UInt8](data)) }
            }
        }
        var mutator = Mutator(seeds: seeds)
        var counts: [String: Int] = [:]
        var accepted = 0
        for round in 1...max(1, rounds) {
            let bytes = mutator.next()
            let whole = compare(Tree.self, bytes)
            let part = compare(Record.self, bytes)
            for (ours, theirs, all) in [
                (whole.ours, whole.theirs, true), (part.ours, part.theirs, false),
            ] {
                if case .success = ours { accepted += 1 }
                guard let name = Disagreement.name(ours, theirs, bytes, readsAll: all) else {
                    continue
                }
                counts[name, default: 0] += 1
                if !explained.contains(name) {
                    print("unexplained (\(name)): \(String(decoding: bytes, as: UTF8.self))")
                    print("bytes: \(bytes)\n  ours: \(ours)\n  theirs: \(theirs ?? "rejected")")
                    exit(1)
                }
            }
            if round % 100_000 == 0 { print("\(round) documents") }
        }
        print("\(rounds) documents, each read as two types; \(accepted) readings accepted")
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(name): \(count)") }
        print("all \(counts.values.reduce(0, +)) disagreements are explained")
    }

    private static func compare<T: Decodable & Equatable>(
        _ type: T.Type,
        _ bytes: [UInt8]
    ) -> (ours: Result<String, JSONError>, theirs: String?) {
        let theirs = try? JSONDecoder().decode(type, from: Data(bytes))
        do throws(JSONError) {
            let ours = try JSON(dates: .deferred).decode(type, from: bytes)
            // Equal values may print in another order: dictionaries are compared, not texts.
            if let theirs, theirs == ours { return (.success("equal"), "equal") }
            return (.success("\(ours)"), theirs.map { "\($0)" })
        } catch {
            return (.failure(error), theirs.map { "\($0)" })
        }
    }
}

/// Why two readings of a document differ, in one name; nil when they do not.
enum Disagreement {
    static func name(
        _ ours: Result<String, JSONError>,
        _ theirs: String?,
        _ bytes: [UInt8],
        readsAll: Bool
    ) -> String? {
        switch (ours, theirs) {
        case (.failure, nil): return nil
        case (.success(let value), let other?) where value == other: return nil
        case (.failure(let error), _?):
            if error.reason.hasPrefix("trailing ','") { return "trailing-comma" }
            switch error.kind {
            case .syntax, .notUnicode:
                let read = readsAll && !isTwice(error.path, bytes)
                return (read ? "refused-" : "unread-") + "\(error.kind)"
            case .notJSON: return UnicodeForm(of: bytes) == nil ? "not-json" : "half-a-character"
            case .typeMismatch, .numberOutOfRange:
                return isTiny(bytes) ? "tiny-as-integer" : "refused-\(error.kind)"
            default: return "refused-\(error.kind)"
            }
        case (.success, nil):
            if isWideAtOnce(bytes) { return "wide-second-character" }
            return hasZeroExponent(bytes) ? "zero-with-exponent" : "accepted"
        case (.success, _?): return hasManyDigits(bytes) ? "rounded-to-integer" : "other-value"
        }
    }

    /// Whether a number has more digits than a double holds, and a fraction.
    private static func hasManyDigits(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.matches(of: /[0-9]+\.[0-9]+/).contains { $0.output.count > 16 }
    }

    /// Whether a name on the way is written twice: the second member is not read.
    private static func isTwice(_ path: String, _ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return Envelope.steps(path).contains { step in
            guard case .key(let name) = step else { return false }
            return text.ranges(of: JSONValue.string(name).serialized()).count > 1
        }
    }

    /// Whether the text is UTF-16 without a mark, and its second character is not ASCII.
    private static func isWideAtOnce(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 4, case .utf16(let bigEndian)? = UnicodeForm(of: bytes) else {
            return false
        }
        return bytes[bigEndian ? 0 : 1] == 0 && bytes[bigEndian ? 2 : 3] != 0
    }

    /// Whether a number such as `1e-400` is in the text.
    private static func isTiny(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(/[eE]-[0-9]{3}/)
    }

    /// Whether a number such as `0e5` or `-0.0E+1` is in the text.
    private static func hasZeroExponent(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains(/-?0(\.0+)?[eE]/)
    }
}

/// Anything at all, read by trying.
indirect enum Tree: Decodable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([Tree].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: Tree].self))
        }
    }
}

/// A model that reads a part of what it is given.
struct Record: Decodable, Equatable {
    var a: [Double?]?
    var b: Inner?
    var n: Int8?

    struct Inner: Decodable, Equatable {
        var c: String?
        var d: Decimal?
    }
}

private let documents: [[UInt8]] = [
    #"{"a":[1,-2.5e3,null,0.1],"b":{"c":"é\u00e9\ud83d\ude00","d":12.50},"n":7}"#,
    #"{"a":[],"b":{"c":null},"n":-128,"x":[{"y":[true,false,{}]},"\n\t\"\\\/"]}"#,
    #"[0,-0,0.0,1e5,1E-5,123456789012345678901234567890,1e308,5e-324,[[[]]]]"#,
    #" { "b" : { "d" : 1e-3 , "c" : "" } , "n" : 1.0 , "n" : 2 } "#,
    "\"\\u0000\\u001f \u{2028}\u{10FFFF}\"", "null", "[true,false,null]", "1",
].map { Array($0.utf8) }

/// Documents with a few bytes changed, the same ones in every run.
struct Mutator {
    let seeds: [[UInt8]]
    private var state: UInt64 = 0x5EED
    private let bits =
        Array(#"{}[],:"\/eE+-.0123456789tfnu"#.utf8) + [0x20, 0x0A, 0x00, 0x80, 0xC3, 0xFF]

    init(seeds: [[UInt8]]) { self.seeds = seeds }

    private mutating func random(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(truncatingIfNeeded: state >> 1) % max(1, limit)
    }

    mutating func next() -> [UInt8] {
        // The first few are whole documents, of which more should stay readable.
        var bytes = seeds[random(random(2) == 0 ? documents.count : seeds.count)]
        for _ in 0...random(4) {
            let place = random(bytes.count + 1)
            switch random(6) {
            case 0 where place < bytes.count: bytes[place] = bits[random(bits.count)]
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2: bytes.insert(bits[random(bits.count)], at: place)
            case 3 where !bytes.isEmpty:
                let end = min(bytes.count, place + random(8))
                bytes.insert(contentsOf: bytes[place..<end], at: random(bytes.count + 1))
            case 4: bytes = Array(bytes[..<place])
            default:
                let other = seeds[random(seeds.count)]
                let start = random(other.count + 1)
                bytes.insert(contentsOf: other[start...].prefix(random(12)), at: place)
            }
        }
        return bytes
    }
}
