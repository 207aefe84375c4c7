import Foundation
import TestSupport
import Testing
import VencejoJSON

/// How many cases of each public suite turn out as they must, and which are left out knowingly.
@Suite struct ConformanceCounts {
    struct Tally {
        let name: String
        var right = 0
        var wrong: [String] = []
        var notes: [String] = []

        mutating func judge(_ right: Bool, _ name: String) {
            if right { self.right += 1 } else { wrong.append(name) }
        }

        var lines: [String] {
            ["\(name): \(right) of \(right + wrong.count)"] + wrong.map { "  wrong: \($0)" }
                + notes.map { "  \($0)" }
        }
    }

    struct Nothing: Decodable {
        init(from decoder: any Decoder) {}
    }

    static func cases(_ path: String) throws -> [JSONValue] {
        try JSONValue(parsing: Conformance.data(path)).arrayValue ?? []
    }

    static func accepts(_ bytes: [UInt8]) -> Bool { (try? JSONValue(parsing: bytes)) != nil }

    static func parsing() -> [Tally] {
        var must = Tally(name: "json-parsing y_ accepted")
        for sample in ParsingSuite.samples("y_") { must.judge(accepts(sample.bytes), sample.name) }
        var never = Tally(name: "json-parsing n_ refused")
        var unread = Tally(name: "json-parsing n_ refused by a type that reads nothing")
        for sample in ParsingSuite.samples("n_") {
            never.judge(!accepts(sample.bytes), sample.name)
            let read = try? JSON().decode(Nothing.self, from: sample.bytes)
            unread.judge(read == nil, sample.name)
        }
        var open = Tally(name: "json-parsing i_ accepted or refused")
        for sample in ParsingSuite.samples("i_") {
            open.judge(true, sample.name)
            open.notes.append("\(accepts(sample.bytes) ? "accepted" : "refused"): \(sample.name)")
        }
        return [must, never, unread, open]
    }

    static func pointers() throws -> [Tally] {
        let suite = try JSONValue(parsing: Conformance.data("json-pointer/evaluate.json"))
        var evaluated = Tally(name: "json-pointer evaluated")
        for sample in suite["cases"]?.arrayValue ?? [] {
            let text = sample["pointer"]?.stringValue ?? ""
            let document = sample["document"]?.stringValue.flatMap { suite["documents"]?[$0] }
            let pointer = JSONPointer(text)
            let found = pointer.flatMap { document?[$0] }
            let right =
                switch sample["result"]?.stringValue {
                case "syntax-error": pointer == nil
                case "value": found == sample["value"]
                default: pointer != nil && found == nil
                }
            evaluated.judge(right, text)
        }
        var fragments = Tally(name: "json-pointer fragments")
        for sample in try cases("json-pointer/uri-fragments.json") {
            let text = sample["fragment"]?.stringValue ?? ""
            let plain = JSONPointer(fragment: text)?.description
            fragments.judge(plain == sample["pointer"]?.stringValue, text)
        }
        return [evaluated, fragments]
    }

    static func patches() throws -> [Tally] {
        var patch = Tally(name: "json-patch")
        let all = try cases("json-patch/spec_tests.json") + cases("json-patch/tests.json")
        for sample in all {
            let name = sample["comment"]?.stringValue ?? sample.serialized()
            if sample["disabled"]?.boolValue == true {
                patch.notes.append("not run, as the suite asks: \(name)")
                continue
            }
            let document = sample["doc"] ?? .null
            let result = try? document.applying(JSONPatch(sample["patch"] ?? .null))
            let right =
                sample["error"] != nil
                ? result == nil : result != nil && result == sample["expected"] ?? result
            patch.judge(right, name)
        }
        var merge = Tally(name: "json-merge-patch")
        for sample in try cases("json-merge-patch/cases.json") {
            let (target, change) = (sample["target"] ?? .null, sample["patch"] ?? .null)
            merge.judge(
                target.merging(change) == sample["result"],
                sample["name"]?.stringValue ?? ""
            )
        }
        return [patch, merge]
    }

    static func dates() throws -> [Tally] {
        let days = JSON(dates: .formatted(try #require(DateFormat("yyyy-MM-dd"))))
        func tally(_ name: String, _ file: String, _ valid: String, _ json: JSON) throws -> Tally {
            var tally = Tally(name: name)
            for sample in try cases("dates/\(file).json") {
                guard let text = sample["input"], text.stringValue != nil else { continue }
                let date = try? json.decode(Date.self, from: text)
                var right = (date != nil) == sample[valid]?.boolValue
                if let date, let seconds = sample["unix_seconds"]?.intValue {
                    right = right && Int(date.timeIntervalSince1970.rounded(.down)) == seconds
                }
                tally.judge(right, text.serialized())
            }
            return tally
        }
        var tolerant = Tally(name: "dates: valid date-times read by .tolerant")
        for (file, valid) in [
            ("json-schema-date-time", "valid"), ("toml-offset-date-times", "valid_rfc3339"),
        ] {
            for sample in try cases("dates/\(file).json") where sample[valid]?.boolValue == true {
                guard let text = sample["input"], text.stringValue != nil else { continue }
                let date = try? JSON(dates: .tolerant).decode(Date.self, from: text)
                tolerant.judge(date != nil, text.serialized())
            }
        }
        return [
            try tally("dates: date-time", "json-schema-date-time", "valid", JSON()),
            try tally("dates: offset date-time", "toml-offset-date-times", "valid_rfc3339", JSON()),
            try tally("dates: full-date by a pattern", "json-schema-date", "valid", days), tolerant,
        ]
    }

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"))
    func `of the public suites are those that are written down`() throws {
        let tallies = try Self.parsing() + Self.pointers() + Self.patches() + Self.dates()
        let text = tallies.flatMap(\.lines).joined(separator: "\n") + "\n"
        let expected = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Expected/conformance.txt")
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["CONFORMANCE_REPORT"] {
            try Data(text.utf8).write(to: URL(filePath: path))
        }
        if environment["RECORD"] == "1" { try Data(text.utf8).write(to: expected) }
        #expect(tallies.allSatisfy { $0.wrong.isEmpty })
        #expect(try String(contentsOf: expected, encoding: .utf8) == text)
    }
}
