import Foundation
import TestSupport
import Testing
import VencejoHTTP
import VencejoJSON
import VencejoMockServer

/// One recorded pair of the public mock-server suite.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
    let value: JSONValue

    var name: String { value["name"]?.stringValue ?? "" }
    var isSmall: Bool { value["server"]?.stringValue == "small" }
    var testDescription: String { "\(isSmall ? "small" : "jsonplaceholder"): \(name)" }

    static let all: [ConformanceCase] = {
        guard let data = try? Conformance.data("mock-server/cases.json"),
            let value = try? JSONValue(parsing: [UInt8](data))
        else { return [] }
        return (value.arrayValue ?? []).map(ConformanceCase.init)
    }()

    static let smallDatabase: JSONValue = {
        guard let data = try? Conformance.data("mock-server/small-db.json") else { return [:] }
        return (try? JSONValue(parsing: [UInt8](data))) ?? [:]
    }()

    /// The request, with the given `Host` and the tag where the case asks for one.
    func request(host: String, tag: String) -> RecordedRequest {
        let request = value["request"] ?? [:]
        var headers: Headers = [.host: host]
        for field in request["headers"]?.arrayValue ?? [] {
            let text = field[1]?.stringValue ?? ""
            headers.append(
                HeaderName(field[0]?.stringValue ?? ""),
                text == "{etag of a plain GET}" ? tag : text
            )
        }
        return RecordedRequest(
            method: HTTPMethod(rawValue: request["method"]?.stringValue ?? "GET"),
            target: request["path"]?.stringValue ?? "/",
            headers: headers,
            body: Array((request["body"]?.stringValue ?? "").utf8)
        )
    }

    var needsTag: Bool {
        (value["request"]?["headers"]?.arrayValue ?? []).contains {
            $0[1]?.stringValue == "{etag of a plain GET}"
        }
    }

    /// The request of `then_get`.
    func secondRequest(host: String) -> RecordedRequest? {
        guard let path = value["then_get"]?["path"]?.stringValue else { return nil }
        return RecordedRequest(method: .get, target: path, headers: [.host: host])
    }

    /// What does not fit; empty when the answer is right.
    func faults(status: HTTPStatus, headers: Headers, body: [UInt8], base: String) -> [String] {
        Expectation(value["response"] ?? [:]).faults(status, headers, body, base: base)
    }

    func secondFaults(status: HTTPStatus, headers: Headers, body: [UInt8]) -> [String] {
        Expectation(value["then_get"] ?? [:]).faults(status, headers, body, base: "")
    }
}

/// What an answer must be.
struct Expectation: Sendable {
    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    func faults(
        _ status: HTTPStatus,
        _ headers: Headers,
        _ body: [UInt8],
        base: String
    ) -> [String] {
        var faults: [String] = []
        if let wanted = value["status"]?.intValue, wanted != status.code {
            faults.append("status \(status.code), wanted \(wanted)")
        }
        for (name, wanted) in value["headers"]?.objectValue ?? [:] {
            let wanted = (wanted.stringValue ?? "").replacingOccurrences(of: "{base}", with: base)
            let got = headers[HeaderName(name)]
            let isEqual =
                name == "content-type" ? got?.lowercased() == wanted.lowercased() : got == wanted
            if !isEqual { faults.append("\(name): \(got ?? "missing"), wanted \(wanted)") }
        }
        for (member, wanted) in value["body"]?.objectValue ?? [:] {
            if let fault = Self.fault(member, wanted, body) { faults.append(fault) }
        }
        if let pattern = value["body"]?["id_pattern"]?.stringValue,
            let id = (try? JSONValue(parsing: body))?["id"]?.stringValue,
            (try? Regex(pattern).wholeMatch(in: id)) == nil
        {
            faults.append("id \(id)")
        }
        return faults
    }

    private static func fault(_ member: String, _ wanted: JSONValue, _ body: [UInt8]) -> String? {
        let text = String(decoding: body, as: UTF8.self)
        let json = try? JSONValue(parsing: body)
        let first = json?[0] ?? json
        let isRight: Bool
        switch member {
        case "json": isRight = json?.serialized() == wanted.serialized()
        case "count": isRight = json?.arrayValue?.count == wanted.intValue
        case "ids": isRight = json?.arrayValue?.compactMap { $0["id"] } == wanted.arrayValue
        case "first_id": isRight = json?[0]?["id"] == wanted
        case "last_id": isRight = json?.arrayValue?.last?["id"] == wanted
        case "keys":
            isRight = first?.objectValue?.keys == wanted.arrayValue?.compactMap(\.stringValue)
        case "id": isRight = json?["id"] == wanted
        case "has", "json_with_id_pattern":
            isRight = wanted.objectValue?.allSatisfy { json?[$0.key] == $0.value } == true
        case "embedded_counts", "embedded_counts_of_first", "counts":
            isRight =
                wanted.objectValue?.allSatisfy {
                    first?[$0.key]?.arrayValue?.count == $0.value.intValue
                } == true
        case "expanded_ids", "expanded_ids_of_first":
            isRight = wanted.objectValue?.allSatisfy { first?[$0.key]?["id"] == $0.value } == true
        case "text_starts": isRight = text.hasPrefix(wanted.stringValue ?? "?")
        case "text_ends": isRight = text.hasSuffix(wanted.stringValue ?? "?")
        case "empty": isRight = body.isEmpty
        default: isRight = true
        }
        return isRight ? nil : "\(member): wanted \(wanted), got \(text.prefix(300))"
    }
}
