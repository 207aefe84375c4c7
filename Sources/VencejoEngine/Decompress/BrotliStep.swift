#if os(Linux)
import CBrotli
import VencejoCore

/// `br` (RFC 7932), by libbrotlidec.
final class BrotliStep: CodingStep {
    private let state: OpaquePointer
    private var hasBegun = false
    private var isOver = false

    init() throws(EngineFault) {
        guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else {
            throw EngineFault(.noConnection(.exhausted))
        }
        self.state = state
    }

    deinit { BrotliDecoderDestroyInstance(state) }

    var mayEnd: Bool { isOver || !hasBegun }

    func step(
        _ input: UnsafeRawBufferPointer,
        _ output: UnsafeMutableRawBufferPointer
    ) throws(EngineFault) -> CodingProgress {
        guard !isOver else { return CodingProgress(taken: input.count, made: 0) }
        if !input.isEmpty { hasBegun = true }
        var next = input.bindMemory(to: UInt8.self).baseAddress
        var left = input.count
        var target = output.bindMemory(to: UInt8.self).baseAddress
        var room = output.count
        let result = BrotliDecoderDecompressStream(state, &left, &next, &room, &target, nil)
        switch result {
        case BROTLI_DECODER_RESULT_SUCCESS: isOver = true
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT, BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: break
        default: throw .damagedCoding
        }
        return CodingProgress(taken: input.count - left, made: output.count - room)
    }
}
#endif
