#if os(Linux)
import CZstd
import VencejoCore

/// `zstd` (RFC 8878), by libzstd.
final class ZstdStep: CodingStep {
    private let context: OpaquePointer
    private var isBetweenFrames = true

    init() throws(EngineFault) {
        guard let context = ZSTD_createDStream() else {
            throw EngineFault(.noConnection(.exhausted))
        }
        self.context = context
        // RFC 9659 §3: no more than 8 MB of what came before is needed.
        ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 23)
    }

    deinit { ZSTD_freeDStream(context) }

    var mayEnd: Bool { isBetweenFrames }

    func step(
        _ input: UnsafeRawBufferPointer,
        _ output: UnsafeMutableRawBufferPointer
    ) throws(EngineFault) -> CodingProgress {
        if input.isEmpty, isBetweenFrames { return CodingProgress(taken: 0, made: 0) }
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let result = ZSTD_decompressStream(context, &target, &source)
        guard ZSTD_isError(result) == 0 else { throw .damagedCoding }
        isBetweenFrames = result == 0
        return CodingProgress(taken: source.pos, made: target.pos)
    }
}
#endif
