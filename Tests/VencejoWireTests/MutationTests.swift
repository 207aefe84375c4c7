import Testing
import VencejoHTTP
import VencejoWire

@Suite struct `Bytes gone wrong` {
    static let seeds = [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nA: b\r\n\r\nhello",
        "HTTP/1.1 100 C\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5;a=\"b\"\r\nhello\r\n0\r\nT: x\r\n\r\nHTTP/1.0 204 N\r\n\r\n",
        "HTTP/1.1 200\r\nConnection: close\r\nX: a\r\n b\r\n\r\nuntil the end",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.0\r\n\r\n",
        "PUT /x HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n",
    ].map { Array($0.utf8) }

    static let splices =
        [
            "\r\n", "\r", "\n", ":", " ", ",", ";", "\u{0}", "0", "f", "Content-Length: 4\r\n",
            "Transfer-Encoding: chunked\r\n", "\r\n\r\n", "9999999999", "\"",
        ].map { Array($0.utf8) } + [[0xFF], [0x80]]

    static func mutated(using dice: inout Dice) -> [UInt8] {
        var bytes = seeds[Int.random(in: 0..<seeds.count, using: &dice)]
        for _ in 0..<Int.random(in: 1...4, using: &dice) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &dice)
            switch Int.random(in: 0..<4, using: &dice) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
            case 1: bytes.remove(at: place)
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            default:
                let splice = splices[Int.random(in: 0..<splices.count, using: &dice)]
                bytes.insert(contentsOf: splice, at: place)
            }
        }
        return bytes
    }

    @Test(arguments: 0..<4)
    func `read the same whole and in pieces`(seed: Int) {
        var dice = Dice(state: UInt64(seed))
        for _ in 0..<5000 {
            let bytes = Self.mutated(using: &dice)
            let cut: Cut = Bool.random(using: &dice) ? .bytes : .random
            let answers = Reading.responses(bytes, .whole)
            let requests = Reading.requests(bytes, .whole)
            guard answers == Reading.responses(bytes, cut), requests == Reading.requests(bytes, cut)
            else {
                Issue.record(
                    "\(cut) differs: \(String(decoding: bytes, as: UTF8.self).debugDescription)"
                )
                return
            }
        }
    }
}
