/// Why bytes are no `multipart/form-data` (RFC 7578, RFC 2046 §5.1).
package enum MultipartFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// No delimiter with this boundary, or none that ends the last part.
    case unfinished
    /// A part whose fields are malformed or too long.
    case badFields
    /// A part that is not named (RFC 7578 §4.2).
    case unnamed
    /// Content that is not in the coding that it says it is in.
    case badEncoding
    /// More than the limits allow.
    case tooLarge

    package var description: String {
        switch self {
        case .unfinished: "the form ends before its last delimiter"
        case .badFields: "a part of the form has malformed fields"
        case .unnamed: "a part of the form has no name"
        case .badEncoding: "a part of the form is not in the coding that it names"
        case .tooLarge: "the form is larger than the limit"
        }
    }
}
