import VencejoCore
import VencejoWire

/// What cuts a body into the texts of its rows.
enum TextSplitter: Sendable {
    case lines(LineSplitter)
    case array(ArraySplitter)
    /// While one of them works, so that nobody else holds its bytes and they are not copied.
    case working

    /// Why a body cannot be cut.
    enum Fault: Error, Sendable {
        case tooLong(LineSplitter.LineTooLong)
        case array(ArraySplitter.Fault)

        /// The same for whoever made the call.
        var kind: NetworkError.Kind {
            switch self {
            case .tooLong(let line): .bodyTooLarge(limit: line.limit)
            case .array(.tooLong(let limit)): .bodyTooLarge(limit: limit)
            case .array(.unfinished(let offset)):
                Self.problem(.truncated, "the rest of the array", "the end", offset)
            case .array(.unexpected(let byte, let offset, let expected)):
                Self.problem(
                    expected == "an array" ? .notJSON : .syntax,
                    expected,
                    Self.shown(byte),
                    offset
                )
            }
        }

        private static func problem(
            _ kind: DecodingProblem.Kind,
            _ expected: String,
            _ found: String,
            _ offset: Int
        ) -> NetworkError.Kind {
            let words = "expected \(expected), found \(found), after \(offset) bytes of the body"
            return .decoding(
                DecodingProblem(
                    kind: kind,
                    path: "",
                    expected: expected,
                    found: found,
                    description: words
                )
            )
        }

        private static func shown(_ byte: UInt8) -> String {
            0x21...0x7E ~= byte
                ? "\(Unicode.Scalar(byte))" : "the byte 0x" + String(byte, radix: 16)
        }
    }

    mutating func feed(_ bytes: [UInt8], into texts: inout [[UInt8]]) throws(Fault) {
        switch self {
        case .lines(var splitter):
            self = .working
            defer { self = .lines(splitter) }
            do throws(LineSplitter.LineTooLong) {
                try splitter.feed(bytes, into: &texts)
            } catch {
                throw .tooLong(error)
            }
        case .array(var splitter):
            self = .working
            defer { self = .array(splitter) }
            do throws(ArraySplitter.Fault) {
                try splitter.feed(bytes, into: &texts)
            } catch {
                throw .array(error)
            }
        case .working: break
        }
    }

    mutating func finish(into texts: inout [[UInt8]]) throws(Fault) {
        switch self {
        case .lines(var splitter):
            self = .working
            defer { self = .lines(splitter) }
            if let last = splitter.finish() { texts.append(last) }
        case .array(let splitter):
            do throws(ArraySplitter.Fault) {
                try splitter.finish()
            } catch {
                throw .array(error)
            }
        case .working: break
        }
    }
}
