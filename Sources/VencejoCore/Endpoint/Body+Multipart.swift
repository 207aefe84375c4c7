import VencejoJSON
import VencejoWire

extension Body {
    /// A form that carries files (`multipart/form-data`, RFC 7578).
    ///
    /// The form is written while it is sent, in pieces of 128 KiB; its length is announced unless a
    /// stream without a length is part of it. The boundary is drawn at random for each form.
    public static func multipart(_ parts: [MultipartPart]) -> Body {
        var random = SystemRandomNumberGenerator()
        return multipart(parts, boundary: boundary(&random))
    }

    static func multipart(_ parts: [MultipartPart], boundary: String) -> Body {
        Body(
            .multipart(MultipartForm(parts: parts, boundary: boundary)),
            contentType: "multipart/form-data; boundary=\(boundary)"
        )
    }

    /// 128 bits in letters that need no quotes (RFC 2046 §5.1.1): nobody's content holds them.
    private static func boundary(_ random: inout some RandomNumberGenerator) -> String {
        let halves = [random.next(), random.next()] as [UInt64]
        return halves.reduce("vencejo-") { text, half in
            let digits = String(half, radix: 16)
            return text + String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}

/// A form before it is written.
struct MultipartForm: Sendable {
    let parts: [MultipartPart]
    let boundary: String

    /// The form as it goes over the wire; files are looked up, and not read.
    func written(by json: JSON) throws -> RequestBody {
        var pieces = BodyPieces()
        for part in parts {
            pieces.append(.bytes(part.head.head(boundary: boundary)))
            switch part.content {
            case .bytes(let bytes): pieces.append(.bytes(bytes))
            case .value(let write): pieces.append(.bytes(try write(json)))
            case .file(let path): try pieces.append(file: path)
            case .stream(let stream): pieces.append(.stream(stream))
            }
            pieces.append(.bytes([0x0D, 0x0A]))
        }
        pieces.append(.bytes(FormPart.close(boundary: boundary)))
        if pieces.pieces.count == 1, case .bytes(let bytes) = pieces.pieces[0] {
            return .bytes(bytes)
        }
        return pieces.body
    }
}
