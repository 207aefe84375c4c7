import VencejoCore
import VencejoDigest
import VencejoHTTP

/// Where a download goes, and where its part lies until then.
///
///     to: "disks/big.zip"   disks/big.zip.vencejo-part      disks/big.zip
///     to: "disks/"          disks/NAME-1f3a….vencejo-part   disks/ and the name the server gives
struct Destination: Sendable, Hashable {
    /// With a slash at its end; empty for the folder in which the program runs.
    let folder: String
    /// The name of the file; nil where the server may choose it.
    let name: String?
    /// The name that the address gives, where the server proposes none.
    let usualName: String
    let part: String

    var record: String { part + ".json" }

    /// - Parameters:
    ///   - path: A file's path, or a folder's: one that is there, or ends with a slash.
    ///   - address: What is downloaded.
    init(_ path: String, address: PartAddress) throws(FileFailure) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw FileFailure(.other("not a usable path"), path: path)
        }
        usualName = address.name
        if path.hasSuffix("/") || FileSystem.kind(of: path) == .folder {
            folder = path.hasSuffix("/") ? path : path + "/"
            name = nil
            part = "\(folder)\(usualName)-\(address.digest.prefix(12))\(PartNames.part)"
        } else {
            let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
            folder = String(path[..<end])
            let name = String(path[end...])
            guard name != ".", name != ".." else {
                throw FileFailure(.other("not a usable path"), path: path)
            }
            self.name = name
            part = folder + Self.stem(name) + PartNames.part
        }
    }

    /// A name to which an ending can be added.
    private static func stem(_ name: String) -> String {
        guard name.utf8.count > SafeFileName.mostBytes else { return name }
        let digest = Hash.hex(.sha256, of: name) ?? ""
        var stem = name.prefix(SafeFileName.mostBytes)
        while stem.utf8.count > SafeFileName.mostBytes { stem.removeLast() }
        return "\(stem)-\(digest.prefix(12))"
    }

    /// The path of a name in this folder.
    func path(_ name: String) -> String { folder + name }

    /// The folder as a path of its own.
    var folderPath: String { folder.isEmpty ? "." : folder }

    /// The names to try, the given one first: `a (2).zip` comes after `a.zip`.
    static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return "\(name) (\(number))"
        }
        return "\(name[..<dot]) (\(number))\(name[dot...])"
    }
}

/// What a part is a part of.
struct PartAddress: Sendable, Hashable {
    /// The SHA-256 of the address: what is written down tells no secret of it.
    let digest: String
    /// The address for a person, without secrets.
    let shown: String
    /// A file's name, made of the last segment of its path.
    let name: String

    /// - Parameter ignoringQuery: Whether links that differ in their queries are the same file.
    init(_ url: URI, ignoringQuery: Bool) {
        var plain = url.withoutFragment
        if ignoringQuery { plain = plain.with(path: plain.path, query: nil) }
        digest = Hash.hex(.sha256, of: plain.description) ?? ""
        shown = Redaction.url(plain.description)
        let last = url.path.split(separator: "/").last.map { PercentEncoding.decoded($0) }
        name = last.flatMap(SafeFileName.make) ?? "download"
    }
}
