import Foundation
import TestSupport
import Testing

/// One object of a conformance file.
struct Case: CustomTestStringConvertible, @unchecked Sendable {  // JSON objects, never changed
    let members: [String: Any]

    subscript(name: String) -> Any? { members[name].flatMap { $0 is NSNull ? nil : $0 } }

    func text(_ name: String) -> String? { self[name] as? String }
    func texts(_ name: String) -> [String] { self[name] as? [String] ?? [] }
    func flag(_ name: String) -> Bool { self[name] as? Bool ?? false }
    func cases(_ name: String) -> [Case] {
        (self[name] as? [[String: Any]] ?? []).map(Case.init)
    }

    var testDescription: String {
        text("name") ?? text("input") ?? text("value") ?? "\(members)"
    }

    /// The objects of a file; none where the data is absent.
    static func all(_ path: String) -> [Case] {
        guard let data = try? Conformance.data(path),
            // Foundation drops a byte order mark at the beginning of a string, unless escaped.
            let value = try? JSONSerialization.jsonObject(
                with: Data(
                    String(decoding: data, as: UTF8.self)
                        .replacing("\u{FEFF}", with: #"\ufeff"#).utf8
                )
            )
        else { return [] }
        return (value as? [Any] ?? []).compactMap { ($0 as? [String: Any]).map(Case.init) }
    }
}

/// Seconds since 1970 of a moment such as `1994-11-06T08:49:37Z`.
func seconds(_ moment: String) throws -> Int {
    Int(try Date(moment, strategy: .iso8601).timeIntervalSince1970)
}
