/// The line before a chunk: its size, then extensions, which are checked and passed over.
enum ChunkLine {
    static func size(_ line: Span<UInt8>) throws(WireError) -> Int {
        var size = 0
        var index = 0
        while index < line.count, let digit = line[index].hexValue {
            guard size <= Int.max >> 4 else { throw .badChunk }
            size = size << 4 | digit
            index += 1
        }
        guard index > 0 else { throw .badChunk }
        while index < line.count { try skipExtension(line, &index) }
        return size
    }

    // RFC 9112 §7.1.1: BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ]
    private static func skipExtension(
        _ line: Span<UInt8>,
        _ index: inout Int
    ) throws(WireError) {
        skipBlanks(line, &index)
        guard index < line.count, line[index] == UInt8(ascii: ";") else { throw .badChunk }
        index += 1
        skipBlanks(line, &index)
        try skipToken(line, &index)
        var next = index
        skipBlanks(line, &next)
        guard next < line.count, line[next] == UInt8(ascii: "=") else { return }
        index = next + 1
        skipBlanks(line, &index)
        if index < line.count, line[index] == UInt8(ascii: "\"") {
            try skipQuoted(line, &index)
        } else {
            try skipToken(line, &index)
        }
    }

    private static func skipBlanks(_ line: Span<UInt8>, _ index: inout Int) {
        while index < line.count, line[index].isBlank { index += 1 }
    }

    private static func skipToken(_ line: Span<UInt8>, _ index: inout Int) throws(WireError) {
        let start = index
        while index < line.count, line[index].isToken { index += 1 }
        guard index > start else { throw .badChunk }
    }

    private static func skipQuoted(_ line: Span<UInt8>, _ index: inout Int) throws(WireError) {
        index += 1
        while index < line.count {
            var byte = line[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") {
                guard index < line.count else { break }
                byte = line[index]
                index += 1
            }
            guard byte >= 0x20 || byte == 0x09, byte != 0x7F else { break }
        }
        throw .badChunk
    }
}
