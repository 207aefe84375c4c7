/// A name for a file, made out of text that somebody else chose.
///
/// What comes out is one name, never a path: it leaves no folder, is hidden in none, is no device
/// of Windows, and looks like what it is.
package enum SafeFileName: Sendable {
    /// So many bytes of UTF-8 at most: file systems take 255, and a part's name is longer.
    package static let mostBytes = 200
    private static let mostExtensionBytes = 20

    /// The name in a text; nil where nothing is left of it.
    package static func make(_ text: String) -> String? {
        // By scalars: a slash with an accent over it is a character of its own, and still a slash.
        // What a path leads through is of no interest, whichever way its slashes lean.
        let last = text.unicodeScalars
            .split(omittingEmptySubsequences: false, whereSeparator: slashes.contains).last
        var scalars = String.UnicodeScalarView()
        for scalar in last ?? Substring.UnicodeScalarView() where !isInvisible(scalar) {
            scalars.append(marks.contains(scalar) ? "_" : scalar)
        }
        let name = trimmed(scalars)
        guard !name.isEmpty else { return nil }
        let short = shortened(PartNames.isOurs(name) ? name + "_" : name)
        return isDevice(short) ? "_" + short : short
    }

    /// Also those of full width, which some systems take for the others.
    private static let slashes = Set("/\\\u{FF0F}\u{FF3C}".unicodeScalars)
    /// Characters that Windows takes for something else.
    private static let marks = Set("<>:\"|?*".unicodeScalars)

    /// Controls, and what turns text around or takes no room (`gpj.exe` for `exe.jpg`).
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: false
        }
    }

    /// Without dots and blanks in front, which hide, and at the end, which Windows drops.
    private static func trimmed(_ name: String.UnicodeScalarView) -> String {
        let isLoose = { (scalar: Unicode.Scalar) in
            scalar == "." || scalar.properties.isWhitespace
        }
        var rest = name[...].drop(while: isLoose)
        while let last = rest.last, isLoose(last) { rest.removeLast() }
        // A name that begins so would be an option of whatever command it is given to.
        if rest.first == "-" {
            rest.replaceSubrange(...rest.startIndex, with: CollectionOfOne("_"))
        }
        return String(rest)
    }

    private static let devices: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
            + ["COM", "LPT"].flatMap { name in "0123456789¹²³".map { name + String($0) } }
    )

    /// Whether Windows takes the name for a device, whatever its extension.
    private static func isDevice(_ name: String) -> Bool {
        var stem = name.unicodeScalars.prefix { $0 != "." }
        while let last = stem.last, last.properties.isWhitespace { stem.removeLast() }
        return devices.contains(String(stem).uppercased())
    }

    /// Cut between characters, with the extension kept.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > mostBytes else { return name }
        var ending = ""
        if let dot = name.lastIndex(of: "."), name[dot...].utf8.count <= mostExtensionBytes {
            ending = String(name[dot...])
        }
        var stem = name.dropLast(ending.count)
        while stem.utf8.count + ending.utf8.count > mostBytes { stem.removeLast() }
        return stem.isEmpty ? String(ending.dropFirst()) : stem + ending
    }
}

/// The names of what lies beside a destination while it is not whole.
package enum PartNames: Sendable {
    /// What was received so far.
    package static let part = ".vencejo-part"
    /// What is known about it.
    package static let record = ".vencejo-part.json"

    static func isOurs(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(part) || name.hasSuffix(record)
    }
}
