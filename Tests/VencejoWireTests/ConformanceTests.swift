import Foundation
import TestSupport
import Testing
import VencejoHTTP
import VencejoJSON
import VencejoWire

/// A case of the public suites.
struct WireCase: Sendable, CustomTestStringConvertible {
    let id: String
    let input: [UInt8]
    let json: JSONValue

    var testDescription: String { id }
    var verdict: String { json["verdict"]?.stringValue ?? "" }
    var code: String { json["error"]?["code"]?.stringValue ?? "" }

    static func all(_ file: String) -> [WireCase] {
        guard let data = try? Conformance.data("http1/\(file).json"),
            let cases = try? JSONValue(parsing: data).arrayValue
        else { return [] }
        return cases.map { json in
            WireCase(
                id: json["id"]?.stringValue ?? "",
                input: latin1(json["input"]?.stringValue ?? ""),
                json: json
            )
        }
    }

    static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// The messages as framed by the suite: body and whether it is whole.
    var framings: [Framed] {
        (json["messages"] ?? json["requests"])?.arrayValue?.map { message in
            Framed(
                body: Self.latin1(message["body"]?.stringValue ?? ""),
                isComplete: message["complete"]?.boolValue ?? true,
                hasHead: message["headers_complete"]?.boolValue ?? true,
                headers: message["headers"]?.arrayValue?.count ?? 0
            )
        } ?? []
    }

    struct Framed: Hashable, Sendable {
        var body: [UInt8]
        var isComplete: Bool
        var hasHead: Bool
        var headers: Int
    }
}

@Suite(.enabled(if: Conformance.isPresent, "conformance data absent"))
struct `The public suites of HTTP/1.1` {
    /// Reasons that are a matter of policy, not of framing.
    static let policy: Set<String> = [
        "INVALID_METHOD", "INVALID_URL", "CLOSED_CONNECTION", "CR_EXPECTED",
    ]

    @Test(arguments: WireCase.all("llhttp-request-strict"), Cut.allCases)
    func `requests are framed as llhttp frames them`(sample: WireCase, cut: Cut) {
        judge(sample, Reading.requests(sample.input, cut))
    }

    @Test(arguments: WireCase.all("llhttp-response-strict"), Cut.allCases)
    func `answers are framed as llhttp frames them`(sample: WireCase, cut: Cut) {
        judge(sample, Reading.responses(sample.input, cut))
    }

    @Test(
        arguments: WireCase.all("llhttp-response-lenient").filter { sample in
            let mode = sample.json["mode"]?.stringValue ?? ""
            return ["lenient-optional-cr-before-lf", "lenient-all"].contains(mode)
        },
        Cut.allCases
    )
    func `answers with lone line feeds are framed as a tolerant llhttp frames them`(
        sample: WireCase,
        cut: Cut
    ) {
        judge(sample, Reading.responses(sample.input, cut))
    }

    private func judge(_ sample: WireCase, _ reading: Reading) {
        let isPolicy = Self.policy.contains(sample.code)
        switch (sample.verdict, reading.outcome) {
        case ("complete", .complete), ("incomplete", .incomplete): break
        case ("upgrade", .upgrade(let rest)):
            let offset = sample.json["upgrade_offset"]?.intValue ?? -1
            #expect(sample.input.count - rest.count == offset, "\(sample.id)")
        case ("error", .error): break
        // What ends within a head was not accepted.
        case ("error", .incomplete): #expect(isPolicy || !reading.mayEnd, "\(sample.id)")
        case ("error", _): #expect(isPolicy, "\(sample.id) \(reading)")
        default: Issue.record("\(sample.id): \(sample.verdict), not \(reading.outcome)")
        }
        let expected = sample.framings.filter(\.hasHead)
        let complete = reading.messages.filter(\.isComplete)
        if !isPolicy {
            #expect(complete.map(\.body) == expected.filter(\.isComplete).map(\.body))
        }
        guard sample.verdict != "error" else { return }
        #expect(reading.messages.map(\.body) == expected.map(\.body))
        #expect(reading.messages.map(\.headers.count) == expected.map(\.headers))
        if sample.json["at_eof"]?.stringValue == "unsafe" { #expect(!reading.mayEnd) }
        if sample.json["at_eof"]?.stringValue?.hasPrefix("safe") == true {
            #expect(reading.mayEnd)
        }
    }

    /// Where another server's special settings or taste decide, not the standard.
    static let tasteOfGunicorn: Set<String> = [
        "InvalidRequestMethod", "InvalidRequestLine", "InvalidHTTPVersion", "InvalidSchemeHeaders",
        "LimitRequestLine", "LimitRequestHeaders", "ObsoleteFolding", "NoMoreData",
    ]

    @Test(
        arguments: WireCase.all("gunicorn-requests").filter { $0.json["source_settings"] == nil },
        Cut.allCases
    )
    func `requests are judged as gunicorn judges them`(sample: WireCase, cut: Cut) {
        let reading = Reading.requests(sample.input, cut)
        if sample.verdict == "accept" {
            #expect(reading.messages.map(\.body) == sample.framings.map(\.body))
            // That server calls a body whole when the end of input cuts it short.
            let cutShort = reading.messages.last.map { last in
                (last.headers["Content-Length"].flatMap { Int($0) } ?? 0) > last.body.count
            }
            for message in reading.messages { #expect(message.isComplete || cutShort == true) }
            return
        }
        if case .error = reading.outcome { return }
        if case .incomplete = reading.outcome { return }
        let reason = sample.json["error_class"]?.stringValue ?? ""
        let isAboutContentType = sample.id == "invalid/041"
        #expect(Self.tasteOfGunicorn.contains(reason) || isAboutContentType, "\(reading)")
    }

    @Test(
        arguments: WireCase.all("llhttp-request-lenient") + WireCase.all("llhttp-response-lenient")
    )
    func `what a tolerant parser takes harms nobody`(sample: WireCase) {
        for cut in Cut.allCases {
            let isRequest = sample.json["kind"]?.stringValue == "request"
            let reading =
                isRequest
                ? Reading.requests(sample.input, cut) : Reading.responses(sample.input, cut)
            let whole =
                isRequest
                ? Reading.requests(sample.input, .whole)
                : Reading.responses(sample.input, .whole)
            #expect(reading == whole)
        }
    }
}
