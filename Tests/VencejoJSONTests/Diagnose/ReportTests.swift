import Foundation
import Testing
import VencejoJSON

@Suite struct `A report` {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Vencejo/Vencejo.docc/Articles/DecodingFaults.md")

    @Test func `has a kind and a text of its own for every fault`() {
        var texts: Set<String> = []
        for fault in Fault.all {
            let error = fault.error()
            #expect(error?.kind == fault.kind, "\(fault.title)")
            texts.insert(error?.report ?? "")
        }
        #expect(texts.count == Fault.all.count)
    }

    @Test func `is in the docs as it is`() throws {
        var text = """
            # What a decoding fault says

            Every fault has a kind and a text of its own.

            ## Overview

            `error.report` of a call, and `report` of a `JSONError`, say which type was to be read,
            the path to the field as the JSON spells it, what was expected and what was found, the
            line and the column, and the text around the place with a caret below it. Values of
            members with secret names are left out (`JSON.secrets`). All of it is worked out when an
            error leaves the coder: reading what is right costs nothing.

            """
        for fault in Fault.all {
            let shown = fault.text.count > 80 ? fault.text.prefix(20) + "…" : fault.text[...]
            text += "\n### \(fault.title)\n\n```\n\(shown)\n```\n\n"
            text += "```\n\(fault.error()?.report ?? "")\n```\n"
        }
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(text.utf8).write(to: Self.page)
        }
        #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
    }

    @Test func `shows forty characters on either side and one line`() {
        let filler = String(repeating: "é", count: 60)
        let text = "{\"a\": \"\(filler)\",\n\t\r\n  \"b\": 300, \"c\": \"\(filler)\"}"
        let error = #expect(throws: JSONError.self) {
            try JSON().decode([String: String].self, from: text)
        }
        #expect(error?.caret == 40 && error?.snippet.count == 80)
        #expect(error?.snippet.contains("é\", \"b\": 300, \"c\": \"é") == true)
        #expect(error?.line == 3 && error?.column == 8)
    }

    @Test(arguments: [
        #"{"password": "hunter2", "x": 1, "id": "one"}"#,
        #"{"id": "one", "apiKey": {"deep": ["hunter2"]}}"#,
        #"{"id": "one", "ACCESS_TOKEN": "hunter2"#,
        #"{"pass\u0077ord": "hunter2", "id": "one"}"#,
        #"{"x": {"token" : "hunter2"}, "id": "one"}"#,
        #"{"token": "hunter2 \" and more", "id" 1}"#,
    ])
    func `shows no secret, be the text whole or not`(text: String) throws {
        struct Model: Decodable { var id: Int }
        let error = #expect(throws: JSONError.self) { try JSON().decode(Model.self, from: text) }
        let shown = try #require(error)
        #expect(!shown.report.contains("hunter2") && !shown.report.contains("and more"))
        #expect(!shown.description.contains("hunter2"))
    }

    @Test func `shows no secret value in its words`() throws {
        struct Model: Decodable { var token: URL?, pin: UInt8? }
        for text in [#"{"pin": 4711}"#, #"{"token": ""}"#, #"{"token": "http://[hunter"}"#] {
            let error = #expect(throws: JSONError.self) {
                try JSON().decode(Model.self, from: text)
            }
            #expect(error?.report.contains("4711") == false)
            #expect(error?.report.contains("hunter") == false)
        }
        var json = JSON()
        json.secrets = .none
        let open = #expect(throws: JSONError.self) {
            try json.decode(Model.self, from: #"{"pin": 4711}"#)
        }
        #expect(open?.reason == "4711 does not fit UInt8")
        json.secrets = SecretNames.usual.adding("e-mail")
        let mail = #expect(throws: JSONError.self) {
            try json.decode([String: Int].self, from: #"{"eMail": "ada@example.com"}"#)
        }
        #expect(mail?.snippet == #"{"eMail": "<redacted>"}"# && mail?.caret == 10)
    }

    @Test func `of a value that cannot be written names the type and the path`() {
        let error = #expect(throws: JSONError.self) { try JSON().encode(["a": [1, Double.nan]]) }
        #expect(
            error?.report
                == "Dictionary<String, Array<Double>> cannot be written: a[1]: nan is not a number in JSON"
        )
    }

    @Test func `of a secret that cannot be written shows no value`() {
        let error = #expect(throws: JSONError.self) {
            try JSON().encode(["x": ["pin": [Double.infinity]]])
        }
        #expect(error?.path == "x.pin[0]" && error?.found == "<redacted>")
        #expect(error?.reason == "the value cannot be written")
    }

    /// Each attempt throws a mark; words are found once, for the one error that leaves.
    enum Alternatives: Decodable {
        case values([Alternatives])
        case other
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if (try? container.decode([String: Int].self)) != nil {
                self = .other
                return
            }
            if (try? container.decode([Bool].self)) != nil {
                self = .other
                return
            }
            if (try? container.decode(Int.self)) != nil {
                self = .other
                return
            }
            if (try? container.decode(Date.self)) != nil {
                self = .other
                return
            }
            if let values = try? container.decode([Alternatives].self) {
                self = .values(values)
                return
            }
            _ = try container.decode(String.self)
            self = .other
        }
    }

    private static func cost(_ count: Int) throws -> Double {
        let text =
            "[" + Array(repeating: #""some text""#, count: count).joined(separator: ",") + "]"
        var start = timespec()
        var end = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
        _ = try JSON().decode(Alternatives.self, from: text)
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
    }

    @Test func `costs nothing on the way: trying alternatives stays linear`() throws {
        _ = try Self.cost(100)
        let small = try Self.cost(500)
        let large = try Self.cost(4000)
        // Eight times the text; quadratic would be sixty-four times the cost.
        #expect(large < small * 24)
    }
}
