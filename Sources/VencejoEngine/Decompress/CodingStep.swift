#if os(Linux)
import VencejoCore

/// One coding that is being taken off, piece by piece.
protocol CodingStep: AnyObject {
    /// Decodes from `input` to `output`; gives how many bytes were taken and made.
    ///
    /// It is called again with no input while it fills the output, since more may be held back.
    func step(
        _ input: UnsafeRawBufferPointer,
        _ output: UnsafeMutableRawBufferPointer
    ) throws(EngineFault) -> CodingProgress

    /// Whether the content may end with the input so far.
    var mayEnd: Bool { get }
}

/// What one step has moved, in bytes.
struct CodingProgress: Sendable {
    var taken: Int
    var made: Int
}

extension EngineFault {
    static var damagedCoding: EngineFault {
        EngineFault(.invalidResponse("the compressed body is damaged"))
    }

    static var cutCoding: EngineFault {
        EngineFault(.invalidResponse("the compressed body is cut short"))
    }
}
#endif
