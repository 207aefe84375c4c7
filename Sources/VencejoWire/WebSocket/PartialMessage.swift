/// A message of which some frames have come.
struct PartialMessage: Sendable {
    let isText: Bool
    let isCompressed: Bool
    var bytes: [UInt8] = []
    private(set) var check = UTF8Check()
    private var checked = 0

    init(isText: Bool, isCompressed: Bool) {
        self.isText = isText
        self.isCompressed = isCompressed
    }

    /// Looks at what came last, so that a text that is none ends at once.
    mutating func verify() throws(WebSocketFault) {
        guard isText else { return }
        guard check.accepts(bytes[checked...]) else { throw .notUTF8 }
        checked = bytes.count
    }
}
