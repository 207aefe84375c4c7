import CAllocations
import Foundation
import VencejoJSON

/// One task done by Foundation's coder and by ours.
struct JSONDuel {
    var name: String
    /// The document's file name for peers in other languages; nil where they do not take part.
    let document: String?
    let theirs: () throws -> Void
    let ours: () throws -> Void

    /// The bytes that reading needs at most beyond what it gives back; nil when not counted.
    var memory: (() throws -> Int)?
}

extension JSONDuel {
    /// Reading and writing a document as a type, with default keys or snake case and dates.
    static func pair<T: Codable & Equatable>(
        _ name: String,
        _ document: String,
        _ bytes: [UInt8],
        _ type: T.Type,
        snake: Bool = false
    ) throws -> [JSONDuel] {
        let json = JSON(keys: snake ? .snakeCase : .useDefaultKeys)
        let (decoder, encoder) = foundation(snake: snake)
        let data = Data(bytes)
        let value = try decoder.decode(type, from: data)
        let theirs = try decoder.decode(type, from: encoder.encode(value))
        guard try json.decode(type, from: bytes) == value, theirs == value,
            try json.decode(type, from: json.encode(value)) == value
        else { throw PeerFailure(name: "\(name): the two coders differ") }
        let mode = snake ? "snake_case, ISO 8601" : "default keys"
        return [
            JSONDuel(
                name: "\(name), decode, \(mode)",
                document: snake ? nil : document,
                theirs: { _ = try decoder.decode(type, from: data) },
                ours: { _ = try json.decode(type, from: bytes) },
                memory: { try extra(json, type, bytes) }
            ),
            JSONDuel(
                name: "\(name), encode, \(mode)",
                document: nil,
                theirs: { _ = try encoder.encode(value) },
                ours: { _ = try json.encode(value) }
            ),
        ]
    }

    /// Reading a document as a type that reads itself, where Foundation goes by its containers.
    static func readable<T: Codable & Equatable>(
        _ name: String,
        _ document: String,
        _ bytes: [UInt8],
        _ type: T.Type,
        snake: Bool = false
    ) throws -> [JSONDuel] {
        try pair(name, document, bytes, type, snake: snake).prefix(1).map { duel in
            var duel = duel
            duel.name = duel.name.replacing("decode", with: "decode by a reader")
            return duel
        }
    }

    private static func foundation(snake: Bool) -> (JSONDecoder, JSONEncoder) {
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        if snake {
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            decoder.dateDecodingStrategy = .iso8601
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.dateEncodingStrategy = .iso8601
        }
        return (decoder, encoder)
    }

    private static func extra<T: Decodable>(
        _ json: JSON,
        _ type: T.Type,
        _ bytes: [UInt8]
    ) throws -> Int {
        allocations_start()
        let value = try json.decode(type, from: bytes)
        let alive = allocations_alive()
        let peak = allocations_peak()
        _ = allocations_stop()
        return withExtendedLifetime(value) { Int(peak - alive) }
    }
}

/// Counts of heap blocks, exact in every run.
enum Allocations {
    /// The blocks that one run asks for; nil where the build does not count.
    static func count(_ run: () throws -> Void) rethrows -> Int? {
        guard allocations_are_counted() else { return nil }
        try run()
        allocations_start()
        defer { _ = allocations_stop() }
        try run()
        return Int(allocations_stop())
    }
}

/// The CPU time of this thread, which a busy machine does not lengthen.
enum ThreadClock {
    /// Microseconds for each of so many runs.
    static func measure(_ count: Int, _ run: () throws -> Void) rethrows -> Double {
        let start = now()
        for _ in 0..<count { try run() }
        return (now() - start) / Double(count)
    }

    private static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
