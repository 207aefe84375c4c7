import VencejoHTTP
import VencejoJSON
import VencejoWire

/// One part of a form that carries files (`multipart/form-data`, RFC 7578).
///
///     try await api.post("photos", body: .multipart([
///         .field("title", "Playa"),
///         .file("photo", "playa.jpg"),
///     ]))
///
/// A form is written while it is sent: a file is read in pieces and never held whole in memory.
public struct MultipartPart: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case value(@Sendable (JSON) throws -> [UInt8])
        case file(String)
        case stream(RequestStream)
    }

    let head: FormPart
    let content: Content

    private init(
        _ name: String,
        _ content: Content,
        fileName: String? = nil,
        contentType: String? = nil
    ) {
        head = FormPart(name: name, fileName: fileName, contentType: contentType)
        self.content = content
    }

    /// A text in UTF-8, as the input of a form gives it; it says no type of its own (RFC 7578 §4.4).
    public static func field(_ name: String, _ value: String) -> MultipartPart {
        MultipartPart(name, .bytes(Array(value.utf8)))
    }

    /// A number, a truth value or whatever else is written as its description.
    public static func field(
        _ name: String,
        _ value: some LosslessStringConvertible & Sendable
    ) -> MultipartPart {
        field(name, String(value))
    }

    /// A value as JSON (`application/json`), written by the client's coder.
    public static func json(_ name: String, _ value: some Encodable & Sendable) -> MultipartPart {
        let write: @Sendable (JSON) throws -> [UInt8] = { json in try json.encode(value) }
        return MultipartPart(name, .value(write), contentType: "application/json")
    }

    /// Bytes in memory.
    ///
    /// - Parameters:
    ///   - name: The name of the input.
    ///   - bytes: The content.
    ///   - fileName: What the server may call the file; nil sends the bytes as a plain input.
    ///   - contentType: The type; nil takes it from the ending of `fileName`.
    public static func data(
        _ name: String,
        _ bytes: some Sequence<UInt8>,
        fileName: String? = nil,
        contentType: String? = nil
    ) -> MultipartPart {
        MultipartPart(
            name,
            .bytes(Array(bytes)),
            fileName: fileName,
            contentType: contentType ?? MediaType.text(ofFile: fileName ?? "")
        )
    }

    /// The content of a file, read while it is sent.
    ///
    /// A file that is missing fails the call before anything is sent, one that changes its size on
    /// the way fails it later, both with ``NetworkError/InvalidRequest/body(_:)``.
    ///
    /// - Parameters:
    ///   - name: The name of the input.
    ///   - path: Where the file lies.
    ///   - fileName: What the server may call it; nil takes the last part of `path`.
    ///   - contentType: The type; nil takes it from the ending of the file's name.
    public static func file(
        _ name: String,
        _ path: String,
        fileName: String? = nil,
        contentType: String? = nil
    ) -> MultipartPart {
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        let shown = fileName ?? last
        return MultipartPart(
            name,
            .file(path),
            fileName: shown,
            contentType: contentType ?? MediaType.text(ofFile: shown)
        )
    }

    /// Chunks that are made while they are sent.
    ///
    /// - Parameters:
    ///   - name: The name of the input.
    ///   - length: The bytes in all; nil makes the whole form one of unknown length. Another number
    ///     than this fails the call.
    ///   - fileName: What the server may call the file.
    ///   - contentType: The type; nil takes it from the ending of `fileName`.
    ///   - isReplayable: Whether `make` gives the same bytes each time it is called.
    ///   - make: Begins the chunks anew.
    public static func stream<Chunks: AsyncSequence & SendableMetatype>(
        _ name: String,
        length: Int? = nil,
        fileName: String? = nil,
        contentType: String? = nil,
        isReplayable: Bool = true,
        _ make: @escaping @Sendable () -> Chunks
    ) -> MultipartPart where Chunks.Element == [UInt8] {
        let stream = RequestStream(length: length, isReplayable: isReplayable) {
            RequestChunks(make())
        }
        return MultipartPart(
            name,
            .stream(stream),
            fileName: fileName,
            contentType: contentType ?? MediaType.text(ofFile: fileName ?? "")
        )
    }
}
