#if os(Linux)
import VencejoCore

/// Takes the content codings off a body, piece by piece (RFC 9110 §8.4).
///
///     feed ──► step (coding put on last) ──► … ──► step (coding put on first) ──► next
///
/// Nothing is decoded before it is asked for, so what a small piece grows to never lies in memory
/// at once.
final class ContentDecoder {
    private struct Stage {
        let step: any CodingStep
        var input: [UInt8] = []
        var position = 0
        /// Whether the last output was full, so that more may come without input.
        var holdsBack = false
    }

    private var stages: [Stage]
    private let maximumRatio: Int?
    private let scratch: UnsafeMutableRawBufferPointer
    private var isFed = false
    private var taken = 0
    private var made = 0
    private let call: Call
    private var stretch = Stretch()

    /// From this size on a body may be refused for how much it grows.
    static let harmlessSize = 1 << 20

    /// A decoder for the steps of a plan; nil where there are none.
    ///
    /// - Parameters:
    ///   - maximumRatio: How many times its size a body may grow to beyond 1 MiB.
    ///   - call: Whose time it takes.
    init?(_ plan: CodingPlan, maximumRatio: Int?, call: Call) throws(EngineFault) {
        guard !plan.steps.isEmpty else { return nil }
        var stages: [Stage] = []
        for coding in plan.steps { stages.append(Stage(step: try Self.step(coding))) }
        self.stages = stages
        self.maximumRatio = maximumRatio
        self.call = call
        scratch = .allocate(byteCount: 65_536, alignment: 16)
    }

    deinit { scratch.deallocate() }

    private static func step(_ coding: CodingPlan.Coding) throws(EngineFault) -> any CodingStep {
        switch coding {
        case .gzip: try InflateStep(gzip: true)
        case .deflate: try InflateStep(gzip: false)
        case .brotli: try BrotliStep()
        case .zstd: try ZstdStep()
        }
    }

    /// Takes the next piece; the one before has been used up when ``next()`` gave nil.
    func feed(_ bytes: [UInt8]) {
        stages[0].input = bytes
        stages[0].position = 0
        taken += bytes.count
    }

    /// The next 64 KiB at most, or nil when more has to be fed.
    func next() throws(EngineFault) -> [UInt8]? {
        guard let count = try advance(stages.count - 1) else { return nil }
        try note(count)
        return Array(scratch[..<count])
    }

    /// Says that the body has ended; throws where it was cut short.
    func finish() throws(EngineFault) {
        for stage in stages
        where !stage.step.mayEnd || stage.position < stage.input.count {
            throw .cutCoding
        }
    }

    private func note(_ count: Int) throws(EngineFault) {
        made += count
        guard let maximumRatio, made > Self.harmlessSize, made / max(1, maximumRatio) > taken
        else { return }
        throw EngineFault(
            .invalidResponse(
                "the compressed body grows to more than \(maximumRatio) times its size"
            )
        )
    }

    /// Fills the scratch space from a stage; nil when its input is used up.
    private func advance(_ index: Int) throws(EngineFault) -> Int? {
        while true {
            // Codings over one another can make much of little, and then nothing of it.
            if stretch.isOver() { try call.check() }
            if stages[index].position == stages[index].input.count, !stages[index].holdsBack {
                guard try refill(index) else { return nil }
            }
            let progress = try run(index)
            stages[index].position += progress.taken
            stages[index].holdsBack = progress.made == scratch.count
            if progress.made > 0 { return progress.made }
            // A coding that neither takes nor makes would be asked for ever.
            if progress.taken == 0, stages[index].position < stages[index].input.count {
                throw .damagedCoding
            }
        }
    }

    private func refill(_ index: Int) throws(EngineFault) -> Bool {
        guard index > 0, let count = try advance(index - 1) else { return false }
        stages[index].input = Array(scratch[..<count])
        stages[index].position = 0
        return true
    }

    private func run(_ index: Int) throws(EngineFault) -> CodingProgress {
        let stage = stages[index]
        return try stage.input.withUnsafeBytes { bytes in
            Result { () throws(EngineFault) in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[stage.position...])
                return try stage.step.step(rest, scratch)
            }
        }.get()
    }
}

extension ContentDecoder {
    /// Decodes a whole body up to a limit.
    static func decode(
        _ bytes: [UInt8],
        codings: String?,
        limit: Int,
        maximumRatio: Int? = 1_000,
        call: Call
    ) throws(EngineFault) -> ResponseBody {
        guard codings != nil, !bytes.isEmpty else { return ResponseBody(bytes) }
        let plan = try CodingPlan(codings)
        let decoder = try ContentDecoder(plan, maximumRatio: maximumRatio, call: call)
        guard let decoder else {
            return ResponseBody(bytes, undecodedCodings: plan.undecoded)
        }
        var content: [UInt8] = []
        content.reserveCapacity(min(limit, bytes.count * 4))
        decoder.feed(bytes)
        while let count = try decoder.advance(decoder.stages.count - 1) {
            guard count <= limit - content.count else {
                throw EngineFault(.bodyTooLarge(limit: limit))
            }
            try decoder.note(count)
            content.append(contentsOf: decoder.scratch[..<count])
        }
        try decoder.finish()
        return ResponseBody(content, undecodedCodings: plan.undecoded)
    }
}
#endif
