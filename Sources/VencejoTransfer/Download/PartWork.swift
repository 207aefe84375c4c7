import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// A part that is being filled, by one task or several; the record beside it tells how far it is.
final class PartWork: Sendable {
    private struct State: Sendable {
        var record: PartRecord
        var claimed: Set<Int> = []
        var received = 0
        /// The bytes that were there when the record was last written.
        var saved = 0
        var response: Response?
    }

    /// Work on several stretches is written down after so many bytes: a part whose program is
    /// killed loses no more.
    static let block = 1 << 20

    let file: PartFile
    let destination: Destination
    private let address: PartAddress
    private let meter: TransferMeter
    private let state: Locked<State>
    /// Held while the record is written, so that an older one never comes over a newer.
    private let writing = Locked(())

    /// Opens the part, and goes on where an earlier run ended if that can be.
    init(
        _ destination: Destination,
        _ address: PartAddress,
        resumes: Bool,
        meter: TransferMeter
    ) throws(FileFailure) {
        self.destination = destination
        self.address = address
        self.meter = meter
        file = try PartFile(destination.part)
        let size = try file.size()
        var state = State(record: PartRecord(address))
        if resumes, size > 0,
            let text = FileSystem.read(destination.record, limit: PartRecord.mostBytes),
            let record = PartRecord(text, for: address, size: size)
        {
            state.record = record
            state.saved = record.bytes
        } else {
            Self.forget(destination)
            if size > 0 { try file.resize(to: 0) }
        }
        meter.begin(kept: state.record.bytes, total: state.record.total)
        self.state = Locked(state)
    }

    var record: PartRecord { state.withLock { $0.record } }
    /// The name that the file will have, by what is known now.
    var name: String { destination.name ?? record.name ?? destination.usualName }
    var received: Int { state.withLock { $0.received } }
    var response: Response? { state.withLock { $0.response } }

    func segment(_ index: Int) -> Segment { state.withLock { $0.record.segments[index] } }

    /// The next stretch that nobody works on and that is not whole.
    func claim() -> Int? {
        state.withLock { state in
            let next = state.record.segments.indices.first { index in
                !state.claimed.contains(index) && !state.record.segments[index].isDone
            }
            if let next { state.claimed.insert(next) }
            return next
        }
    }

    /// How many stretches are not whole.
    var openStretches: Int {
        state.withLock { state in state.record.segments.count { !$0.isDone } }
    }

    /// Forgets all that is there.
    func restart() throws(FileFailure) {
        try file.resize(to: 0)
        forget()
        state.withLock { state in
            state.record = PartRecord(address)
            state.claimed = []
            state.saved = 0
        }
        meter.begin(kept: 0, total: nil)
    }

    /// Takes what the head of an answer says about the whole.
    func learn(
        from response: Response,
        total: Int?,
        validator: StrongValidator?,
        digests: [String: String],
        segments: [Segment]? = nil
    ) {
        var head = response
        head.body = ResponseBody()
        let total = state.withLock { state in
            state.response = head
            state.record.validator = state.record.validator ?? validator
            state.record.total = total ?? state.record.total
            state.record.digests.merge(digests) { _, newer in newer }
            if let segments { state.record.segments = segments }
            if state.record.isOneStretch { state.record.segments[0].end = state.record.total }
            if state.record.name == nil, destination.name == nil {
                state.record.name = head.headers[.contentDisposition]
                    .flatMap { ContentDisposition($0)?.filename }.flatMap(SafeFileName.make)
            }
            return state.record.total
        }
        meter.setTotal(total)
    }

    /// Takes digests that came after a body.
    func learn(digests: [String: String]) {
        guard !digests.isEmpty else { return }
        state.withLock { $0.record.digests.merge(digests) { _, newer in newer } }
    }

    /// Puts bytes behind those of a stretch.
    func take(_ bytes: [UInt8], into index: Int) throws(FileFailure) {
        let place = segment(index).next
        try file.write(bytes, at: place)
        let mustSave = state.withLock { state in
            state.record.segments[index].next = place + bytes.count
            state.received += bytes.count
            return !state.record.isOneStretch && state.record.bytes - state.saved >= Self.block
        }
        meter.add(bytes.count)
        if mustSave { try save() }
    }

    /// Gives back what was taken last, down to a place.
    func giveBack(_ index: Int, to place: Int) {
        let count = state.withLock { state in
            defer { state.record.segments[index].next = place }
            return state.record.segments[index].next - place
        }
        meter.takeBack(count)
    }

    /// Says that a stretch of unknown length ended here.
    func end(_ index: Int) {
        let total = state.withLock { state in
            let end = state.record.segments[index].next
            state.record.segments[index].end = end
            state.record.total = end
            return end
        }
        meter.setTotal(total)
    }

    /// Writes down what is known, where a later run could use it.
    func save() throws(FileFailure) {
        try writing.withLock { _ throws(FileFailure) in
            let record = record
            guard record.validator != nil else { return }
            let text: [UInt8]
            do {
                text = try record.text()
            } catch {
                throw FileFailure(.other("\(error)"), path: destination.record)
            }
            try FileSystem.write(text, to: destination.record)
            state.withLock { $0.saved = record.bytes }
        }
    }

    /// Ends a run that did not come to its end: leaves what a later run can use, or nothing.
    func leave(keeping isKept: Bool) {
        if isKept, record.isResumable {
            do throws(FileFailure) {
                try save()
                return
            } catch {
                // A part that nothing describes is litter.
            }
        }
        FileSystem.remove(destination.part)
        forget()
    }

    /// Takes the record away.
    func forget() {
        Self.forget(destination)
    }

    private static func forget(_ destination: Destination) {
        FileSystem.remove(destination.record)
        // Left where a program was killed while it wrote.
        FileSystem.remove(FileSystem.draft(of: destination.record))
    }
}
