package import VencejoHTTP

/// Bytes in, events out: the event stream of WHATWG HTML §9.2.6.
///
///     : a comment
///     event: price        one block ──► one event, at the empty line
///     data: 12.5
///     id: 7
///
/// Lines end with CR, LF or both; what is unfinished at the end of the stream is thrown away.
package struct EventStreamParser: Sendable {
    /// That one event has more bytes than are allowed.
    package struct EventTooLarge: Error, Sendable, Hashable {
        package let limit: Int

        package init(limit: Int) {
            self.limit = limit
        }
    }

    private let limit: Int
    /// The beginning of a line whose end has not come yet.
    private var line: [UInt8] = []
    private var isFirstLine = true
    private var skipsLineFeed = false
    private var data: [UInt8] = []
    private var type: [UInt8] = []
    private var nextID = ""

    /// What is sent when the stream is taken up again.
    package private(set) var lastEventID: String
    /// The wait before that, in milliseconds, where the server said so.
    package private(set) var reconnectionTime: Int?

    package init(lastEventID: String = "", maxEventBytes limit: Int = 16 << 20) {
        self.lastEventID = lastEventID
        nextID = lastEventID
        self.limit = max(1, limit)
    }

    /// Takes the next bytes and appends the events that they end.
    package mutating func feed(
        _ bytes: some Collection<UInt8>,
        into events: inout [ServerSentEvent]
    ) throws(EventTooLarge) {
        let fed = bytes.withContiguousStorageIfAvailable { buffer in
            Result { () throws(EventTooLarge) in
                try feed(span: unsafe Span(_unsafeElements: buffer), into: &events)
            }
        }
        if let fed { return try fed.get() }
        try feed(Array(bytes), into: &events)
    }

    private mutating func feed(
        span bytes: Span<UInt8>,
        into events: inout [ServerSentEvent]
    ) throws(EventTooLarge) {
        var start = 0
        var index = 0
        if skipsLineFeed, !bytes.isEmpty {
            if bytes[0] == 0x0A { start = 1 }
            index = start
            skipsLineFeed = false
        }
        while true {
            index = firstLineEnd(in: bytes, from: index)
            guard index < bytes.count else { break }
            let byte = bytes[index]
            try take(bytes, start, index, into: &events)
            index += 1
            if byte == 0x0D {
                if index == bytes.count {
                    skipsLineFeed = true
                } else if bytes[index] == 0x0A {
                    index += 1
                }
            }
            start = index
        }
        if start < bytes.count {
            try check(line.count + bytes.count - start)
            line.append(bytes.extracting(start...))
        }
    }

    private func check(_ count: Int) throws(EventTooLarge) {
        guard count + data.count <= limit else { throw EventTooLarge(limit: limit) }
    }

    private mutating func take(
        _ bytes: Span<UInt8>,
        _ start: Int,
        _ end: Int,
        into events: inout [ServerSentEvent]
    ) throws(EventTooLarge) {
        try check(line.count + end - start)
        if line.isEmpty {
            let whole = bytes.extracting(start..<end)
            let hasMark =
                isFirstLine && whole.count >= 3 && whole[0] == 0xEF && whole[1] == 0xBB
                && whole[2] == 0xBF
            process(hasMark ? whole.extracting(3...) : whole, into: &events)
        } else {
            line.append(bytes.extracting(start..<end))
            if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
            let whole = line
            line.removeAll(keepingCapacity: true)
            process(whole.span, into: &events)
        }
        isFirstLine = false
    }

    private mutating func process(_ line: Span<UInt8>, into events: inout [ServerSentEvent]) {
        if line.isEmpty { return dispatch(into: &events) }
        var colon = 0
        while colon < line.count, line[colon] != UInt8(ascii: ":") { colon += 1 }
        // A line that begins with a colon is a comment.
        if colon == 0 { return }
        var value = min(colon + 1, line.count)
        if value < line.count, line[value] == 0x20 { value += 1 }
        switch (line[0], colon) {
        case (UInt8(ascii: "d"), 4) where matches(line, "data"):
            data.append(line.extracting(value...))
            data.append(0x0A)
        case (UInt8(ascii: "e"), 5) where matches(line, "event"):
            type = bytes(line, value)
        case (UInt8(ascii: "i"), 2) where matches(line, "id"):
            let id = bytes(line, value)
            if !id.contains(0) { nextID = String(decoding: id, as: UTF8.self) }
        case (UInt8(ascii: "r"), 5) where matches(line, "retry"):
            let digits = bytes(line, value)
            guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return }
            reconnectionTime = Int(String(decoding: digits, as: UTF8.self)) ?? .max
        default: return
        }
    }

    private func matches(_ line: Span<UInt8>, _ name: StaticString) -> Bool {
        for index in 0..<name.utf8CodeUnitCount
        where unsafe line[index] != name.utf8Start[index] { return false }
        return true
    }

    private func bytes(_ line: Span<UInt8>, _ start: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(line.extracting(start...))
        return bytes
    }

    private mutating func dispatch(into events: inout [ServerSentEvent]) {
        lastEventID = nextID
        defer {
            data.removeAll(keepingCapacity: true)
            type.removeAll(keepingCapacity: true)
        }
        guard !data.isEmpty else { return }
        data.removeLast()
        events.append(
            ServerSentEvent(
                type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
                data: String(decoding: data, as: UTF8.self),
                id: lastEventID
            )
        )
    }
}
