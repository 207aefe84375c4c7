import VencejoHTTP
import VencejoWire

/// A small repeatable source of chance.
struct Dice: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// How an input is cut before it is fed.
enum Cut: Sendable, Hashable, CaseIterable {
    case whole
    case bytes
    case pairs
    case sevens
    case random

    func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        var dice = Dice(state: UInt64(bytes.count))
        var pieces: [[UInt8]] = []
        var index = 0
        while index < bytes.count {
            let size =
                switch self {
                case .whole: bytes.count
                case .bytes: 1
                case .pairs: 2
                case .sevens: 7
                case .random: Int.random(in: 1...40, using: &dice)
                }
            pieces.append(Array(bytes[index..<min(index + size, bytes.count)]))
            index += size
        }
        return pieces
    }
}

/// One message as it was understood.
struct Seen: Hashable, Sendable {
    var start: String
    var headers: Headers
    var body: [UInt8]
    var trailers = Headers()
    var isComplete: Bool
}

/// All that a connection's bytes were understood to be.
struct Reading: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case complete
        case incomplete
        case upgrade(rest: [UInt8])
        case error(WireError)
    }

    var messages: [Seen] = []
    var outcome = Outcome.complete
    /// Whether the end of input is fine where the bytes stop.
    var mayEnd = false
}

extension Reading {
    /// Reads answers as one connection would carry them.
    static func responses(_ input: [UInt8], _ cut: Cut, to method: HTTPMethod = .get) -> Reading {
        var reading = Reading()
        var parser = ResponseParser(requestMethod: method)
        var rest: [UInt8] = []
        var isOpen = true
        do throws(WireError) {
            for piece in cut.pieces(of: input) {
                rest += piece
                while !rest.isEmpty, !parser.isUpgrade, isOpen {
                    rest.removeFirst(try parser.feed(rest))
                    if parser.isComplete, !parser.isUpgrade {
                        reading.note(parser)
                        isOpen = parser.head?.keepAlive == true
                        parser = ResponseParser(requestMethod: method)
                    }
                }
            }
            reading.finish(&parser, rest: rest)
        } catch {
            reading.outcome = .error(error)
        }
        return reading
    }

    private mutating func note(_ parser: ResponseParser) {
        for head in parser.informational + [parser.head].compactMap(\.self) {
            let isLast = head == parser.head
            messages.append(
                Seen(
                    start: "\(head.version) \(head.status.code)",
                    headers: head.headers,
                    body: isLast ? parser.body : [],
                    trailers: isLast ? parser.trailers : [:],
                    isComplete: !isLast || parser.isComplete
                )
            )
        }
    }

    private mutating func finish(_ parser: inout ResponseParser, rest: [UInt8]) {
        if parser.isUpgrade {
            note(parser)
            outcome = .upgrade(rest: rest)
        } else if parser.hasBegun {
            note(parser)
            outcome = .incomplete
            mayEnd = (try? parser.end()) != nil
        } else {
            mayEnd = true
        }
    }

    /// Reads requests as one connection would carry them.
    static func requests(_ input: [UInt8], _ cut: Cut) -> Reading {
        var reading = Reading()
        var parser = RequestParser()
        var rest: [UInt8] = []
        var isOpen = true
        var upgraded = false
        do throws(WireError) {
            for piece in cut.pieces(of: input) {
                rest += piece
                while !rest.isEmpty, !upgraded, isOpen {
                    rest.removeFirst(try parser.feed(rest))
                    guard parser.isComplete, let head = parser.head else { continue }
                    reading.note(parser)
                    upgraded = head.isUpgrade
                    isOpen = head.keepAlive || upgraded
                    parser.reset()
                }
            }
            if upgraded {
                reading.outcome = .upgrade(rest: rest)
            } else if parser.hasBegun {
                reading.note(parser)
                reading.outcome = .incomplete
                reading.mayEnd = (try? parser.end()) != nil
            } else {
                reading.mayEnd = true
            }
        } catch {
            reading.outcome = .error(error)
        }
        return reading
    }

    private mutating func note(_ parser: RequestParser) {
        guard let head = parser.head else { return }
        messages.append(
            Seen(
                start: "\(head.method) \(head.target) \(head.version)",
                headers: head.headers,
                body: parser.body,
                trailers: parser.trailers,
                isComplete: parser.isComplete
            )
        )
    }
}
