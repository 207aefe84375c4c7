/// Where a call stands in a trace that runs through several programs (W3C Trace Context, level 2).
///
///     traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
///                  version, trace, parent, flags
///
/// A server gives a client what it was sent itself, so that both appear in one trace:
///
///     let api = api.with { $0.trace = TraceContext(request.headers) }
public struct TraceContext: Sendable, Hashable {
    /// The whole trace: 16 bytes as 32 lower-case hexadecimal digits, not all of them zero.
    public let traceID: String
    /// The span that asks: 8 bytes as 16 lower-case hexadecimal digits, not all of them zero.
    public let parentID: String
    public var flags: Flags
    /// What the tracing systems on the way want to find again, the newest first.
    public var state: TraceState

    /// The bits of §3.2.2.5; those that nobody has defined are not passed on.
    public struct Flags: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The caller may have recorded the trace.
        public static let sampled = Flags(rawValue: 0x01)
        /// At least the last seven bytes of the trace's number are random.
        public static let random = Flags(rawValue: 0x02)

        static let known: Flags = [.sampled, .random]
    }

    /// A trace that begins here.
    ///
    /// - Parameters:
    ///   - sampled: Whether it is recorded.
    ///   - random: Gives 64 random bits a call; `CallContext.random` for one.
    public init(
        sampled: Bool = true,
        random: () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        traceID = Self.hex(random()) + Self.hex(random(), isZeroAllowed: false)
        parentID = Self.hex(random(), isZeroAllowed: false)
        flags = sampled ? [.sampled, .random] : [.random]
        state = TraceState()
    }

    /// Reads the value of `traceparent`; nil where it is none.
    ///
    /// Of versions after `00` what this one has is read (§4.3); `ff` is no version.
    public init?(traceparent text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 55, [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
            let version = Self.digits(bytes[0..<2]), version != "ff",
            version == "00" ? bytes.count == 55 : Self.endsOrGoesOn(bytes),
            let trace = Self.digits(bytes[3..<35]), trace.contains(where: { $0 != "0" }),
            let parent = Self.digits(bytes[36..<52]), parent.contains(where: { $0 != "0" }),
            let flags = Self.digits(bytes[53..<55]).flatMap({ UInt8($0, radix: 16) })
        else { return nil }
        traceID = trace
        parentID = parent
        self.flags = Flags(rawValue: flags)
        state = TraceState()
    }

    private init(_ parent: TraceContext, parentID: String) {
        traceID = parent.traceID
        self.parentID = parentID
        flags = parent.flags
        state = parent.state
    }

    /// The value of `traceparent`, in version `00`.
    public var traceparent: String {
        let flags = flags.intersection(.known).rawValue
        return "00-\(traceID)-\(parentID)-0\(String(flags, radix: 16))"
    }

    /// The same trace, with another span as the one that asks.
    public func child(random: () -> UInt64 = { .random(in: .min ... .max) }) -> TraceContext {
        TraceContext(self, parentID: Self.hex(random(), isZeroAllowed: false))
    }

    private static func endsOrGoesOn(_ bytes: [UInt8]) -> Bool {
        bytes.count == 55 || bytes[55] == UInt8(ascii: "-")
    }

    /// Lower-case hexadecimal digits and nothing else.
    private static func digits(_ bytes: ArraySlice<UInt8>) -> String? {
        let isDigit = { (byte: UInt8) in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        return bytes.allSatisfy(isDigit) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private static func hex(_ bits: UInt64, isZeroAllowed: Bool = true) -> String {
        let digits = String(bits == 0 && !isZeroAllowed ? 1 : bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
