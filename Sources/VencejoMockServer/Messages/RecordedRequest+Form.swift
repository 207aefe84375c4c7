import VencejoHTTP
import VencejoWire

extension RecordedRequest {
    /// One part of a form that carries files (RFC 7578).
    public struct FormPart: Sendable, Hashable {
        public var name: String
        /// What the client calls the file; nil for a plain input.
        public var fileName: String?
        /// The type, where the part states one.
        public var contentType: String?
        public var content: [UInt8]
    }

    /// Why the content is no form.
    public struct FormProblem: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// The parts of a `multipart/form-data` body, in order.
    ///
    /// - Throws: ``FormProblem`` when the content type is another, names no boundary, or the body
    ///   is no such form.
    public func formParts() throws(FormProblem) -> [FormPart] {
        let type = headers[.contentType] ?? ""
        guard let media = MediaType(type), media.essence == "multipart/form-data",
            let boundary = media["boundary"], !boundary.isEmpty
        else { throw FormProblem(description: "the content type names no form: \(type)") }
        do throws(MultipartFault) {
            return try VencejoWire.FormPart.read(body, boundary: boundary).map { part in
                FormPart(
                    name: part.name,
                    fileName: part.fileName,
                    contentType: part.contentType,
                    content: part.content
                )
            }
        } catch {
            throw FormProblem(description: error.description)
        }
    }
}
