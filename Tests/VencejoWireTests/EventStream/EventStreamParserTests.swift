import TestSupport
import Testing
import VencejoHTTP
import VencejoJSON
import VencejoWire

/// A case of the public collection `sse/format.json`.
struct EventFormatCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Event: Decodable, Sendable, Hashable {
        let type: String
        let data: String
        let lastEventId: String
    }

    let name: String
    let bodyLatin1: String
    let contentType: String?
    let events: [Event]
    let reconnectionTimeMs: Int?
    let lastEventIdAtEnd: String

    var testDescription: String { name }

    /// Every character stands for one byte.
    var body: [UInt8] { bodyLatin1.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    static let all: [EventFormatCase] = {
        guard let data = try? Conformance.data("sse/format.json") else { return [] }
        return (try? JSON(keys: .snakeCase).decode([EventFormatCase].self, from: [UInt8](data)))
            ?? []
    }()
}

struct EventStreamParserTests {
    private func parsed(
        _ chunks: [[UInt8]]
    ) throws -> (events: [EventFormatCase.Event], parser: EventStreamParser) {
        var parser = EventStreamParser()
        var events: [ServerSentEvent] = []
        for chunk in chunks { try parser.feed(chunk, into: &events) }
        let found = events.map {
            EventFormatCase.Event(type: $0.type, data: $0.data, lastEventId: $0.id)
        }
        return (found, parser)
    }

    /// The body whole, byte by byte, and cut at places that a small generator picks.
    private func cuttings(of body: [UInt8]) -> [[[UInt8]]] {
        var cuttings = [[body], body.map { [$0] }]
        var state: UInt32 = 12_345
        for _ in 0..<8 {
            var chunks: [[UInt8]] = []
            var rest = body[...]
            while !rest.isEmpty {
                state = state &* 1_664_525 &+ 1_013_904_223
                let count = min(rest.count, Int(state >> 28) + 1)
                chunks.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            cuttings.append(chunks)
        }
        return cuttings
    }

    @Test(.enabled(if: Conformance.isPresent), arguments: EventFormatCase.all)
    func `a stream gives its events however it is cut`(given: EventFormatCase) throws {
        for chunks in cuttings(of: given.body) {
            let (events, parser) = try parsed(chunks)
            #expect(events == given.events)
            #expect(parser.reconnectionTime == given.reconnectionTimeMs)
            #expect(parser.lastEventID == given.lastEventIdAtEnd)
        }
    }

    @Test func `the collection was read`() {
        #expect(!Conformance.isPresent || EventFormatCase.all.count >= 53)
    }

    @Test func `an event larger than the limit is an error, in one line or in many`() {
        let limit = EventStreamParser.EventTooLarge(limit: 100)
        for line in [
            String(repeating: "x", count: 200), String(repeating: "data: xx\n", count: 99),
        ] {
            #expect(throws: limit) {
                var parser = EventStreamParser(maxEventBytes: 100)
                var events: [ServerSentEvent] = []
                for byte in line.utf8 { try parser.feed([byte], into: &events) }
            }
        }
    }

    @Test func `a wait too large for a number is the largest`() throws {
        let (_, parser) = try parsed([Array("retry: 99999999999999999999\n\n".utf8)])
        #expect(parser.reconnectionTime == .max)
    }
}

struct LineSplitterTests {
    @Test func `lines are found however the bytes are cut`() throws {
        let text = Array("a\r\n\nb\rc\nlast".utf8)
        for size in 1...text.count {
            var splitter = LineSplitter()
            var lines: [[UInt8]] = []
            for start in stride(from: 0, to: text.count, by: size) {
                try splitter.feed(Array(text[start..<min(start + size, text.count)]), into: &lines)
            }
            if let last = splitter.finish() { lines.append(last) }
            #expect(lines.map { String(decoding: $0, as: UTF8.self) } == ["a", "", "b\rc", "last"])
            #expect(splitter.finish() == nil)
        }
    }

    @Test func `a line larger than the limit is an error`() {
        #expect(throws: LineSplitter.LineTooLong(limit: 10)) {
            var splitter = LineSplitter(maxLineBytes: 10)
            var lines: [[UInt8]] = []
            for _ in 0..<11 { try splitter.feed([65], into: &lines) }
        }
    }
}
