public import VencejoJSON

/// The body of a call, before it is written.
public struct Body: Sendable {
    typealias Writer = @Sendable (JSON) throws -> [UInt8]

    enum Storage: Sendable {
        case none
        case bytes([UInt8])
        case value(Writer)
        case request(RequestBody)
        case encoded(@Sendable (any BodyCoder) throws -> [UInt8])
        case multipart(MultipartForm)
    }

    let storage: Storage
    /// The content type, used where the caller's headers say nothing else; nil leaves it to the
    /// coder, or there is no body.
    public let contentType: String?

    init(_ storage: Storage, contentType: String?) {
        self.storage = storage
        self.contentType = contentType
    }

    /// No body, which is not an empty one.
    public static let none = Body(.none, contentType: nil)

    /// A value in the format of the client or the endpoint, JSON unless it says otherwise.
    public static func encoded(_ value: some Encodable & Sendable) -> Body {
        Body(.encoded { coder in try coder.encode(value) }, contentType: nil)
    }

    /// A value as JSON, whatever else the client may write.
    public static func json(_ value: some Encodable & Sendable) -> Body {
        Body(.value { json in try json.encode(value) }, contentType: "application/json")
    }

    /// A JSON value, so that a literal may mix types: `.json(["id": 1, "name": "Ada"])`.
    public static func json(_ value: JSONValue) -> Body {
        Body(.value { json in try json.encode(value) }, contentType: "application/json")
    }

    /// Names and values as a form (`application/x-www-form-urlencoded`).
    public static func form(_ query: Query) -> Body {
        Body(
            .bytes(Array(query.formEncoded.utf8)),
            contentType: "application/x-www-form-urlencoded"
        )
    }

    /// Bytes as they are.
    public static func bytes(
        _ bytes: some Sequence<UInt8>,
        contentType: String = "application/octet-stream"
    ) -> Body {
        Body(.bytes(Array(bytes)), contentType: contentType)
    }

    /// Text in UTF-8.
    public static func text(
        _ text: String,
        contentType: String = "text/plain; charset=utf-8"
    ) -> Body {
        Body(.bytes(Array(text.utf8)), contentType: contentType)
    }

    /// Whether there is no body at all.
    public var isNone: Bool {
        if case .none = storage { true } else { false }
    }

    /// What the body is labelled with.
    func contentType(by coder: any BodyCoder) -> String? {
        if case .encoded = storage { coder.contentType } else { contentType }
    }

    /// The bytes that go over the wire; JSON is written by the coder of the call if it is one.
    func written(
        by json: JSON,
        _ coder: any BodyCoder
    ) throws(NetworkError) -> RequestBody {
        do {
            switch storage {
            case .none: return .none
            case .bytes(let bytes): return .bytes(bytes)
            case .request(let body): return body
            case .value(let write): return .bytes(try write(coder as? JSON ?? json))
            case .encoded(let write): return .bytes(try write(coder))
            case .multipart(let form): return try form.written(by: coder as? JSON ?? json)
            }
        } catch let fault as FileFault {
            throw NetworkError(fault.kind, underlying: fault)
        } catch {
            throw NetworkError(
                .invalidRequest(.encoding("\(error)")),
                underlying: (error as? JSONError)?.underlying ?? error
            )
        }
    }
}
