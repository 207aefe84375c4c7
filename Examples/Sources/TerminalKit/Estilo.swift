/// Colours, where somebody can see them.
public struct Estilo: Sendable, Hashable {
    public let conColor: Bool

    public init(conColor: Bool) {
        self.conColor = conColor
    }

    public func titulo(_ text: String) -> String { pintar(text, "1;36") }
    public func fuerte(_ text: String) -> String { pintar(text, "1") }
    public func tenue(_ text: String) -> String { pintar(text, "2") }
    public func bien(_ text: String) -> String { pintar(text, "32") }
    public func mal(_ text: String) -> String { pintar(text, "31") }
    public func aviso(_ text: String) -> String { pintar(text, "33") }

    private func pintar(_ text: String, _ code: String) -> String {
        conColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    /// The text on one line, free of controls: what a server sends does not steer the terminal.
    public var visible: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: text += " "
            case .format where scalar != "\u{200D}": continue
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// How many columns the text takes.
    public var ancho: Int {
        reduce(0) { $0 + ($1.esAncho ? 2 : 1) }
    }

    /// The text in at most so many columns, an ellipsis where something is missing.
    public func recortado(a columnas: Int) -> String {
        guard ancho > columnas else { return self }
        var text = ""
        var used = 1
        for character in self {
            used += character.esAncho ? 2 : 1
            if used > columnas { break }
            text.append(character)
        }
        return columnas > 0 ? text + "…" : ""
    }

    /// The text followed by blanks, up to so many columns.
    public func relleno(a columnas: Int) -> String {
        self + String(repeating: " ", count: max(0, columnas - ancho))
    }
}

extension Character {
    /// Whether a terminal gives it two columns.
    fileprivate var esAncho: Bool {
        guard let first = unicodeScalars.first else { return false }
        if first.properties.isEmojiPresentation { return true }
        return switch first.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
