/// Where a command writes, and how it may look there.
public struct Terminal: Sendable {
    /// Writes to standard output, as given.
    public var write: @Sendable (String) -> Void
    /// Writes to standard error, as given.
    public var complain: @Sendable (String) -> Void
    /// Writes bytes to standard output, unchanged.
    public var writeBytes: @Sendable ([UInt8]) -> Void
    /// Whether output is coloured: a terminal, and `NO_COLOR` unset.
    public var isColoured: Bool
    /// Whether output goes to a person rather than into a pipe.
    public var isInteractive: Bool
    /// Whether standard error goes to a person, who likes to see lines drawn over.
    public var isErrorInteractive: Bool
    /// The columns of a line.
    public var width: @Sendable () -> Int

    public init(
        isColoured: Bool,
        isInteractive: Bool,
        isErrorInteractive: Bool = false,
        width: @escaping @Sendable () -> Int = { 80 },
        write: @escaping @Sendable (String) -> Void,
        writeBytes: @escaping @Sendable ([UInt8]) -> Void,
        complain: @escaping @Sendable (String) -> Void
    ) {
        self.isColoured = isColoured
        self.isInteractive = isInteractive
        self.isErrorInteractive = isErrorInteractive
        self.width = width
        self.write = write
        self.writeBytes = writeBytes
        self.complain = complain
    }

    func line(_ text: String = "") {
        write(text + "\n")
    }

    /// The text as it may be shown, in a style where there is colour.
    func styled(_ text: String, _ style: Style) -> String {
        let text = text.harmless
        return isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// The few styles that commands use, as ANSI codes.
enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case magenta = "35"
    case cyan = "36"
}
