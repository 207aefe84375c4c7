/// Why a text is not JSON, and where; cheap until somebody asks for its words.
struct JSONFault: Error {
    let reason: String
    let offset: Int
    /// The open arrays and objects around the fault.
    let path: [JSONPathStep]
}
