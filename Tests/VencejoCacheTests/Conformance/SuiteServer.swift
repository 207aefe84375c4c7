import Foundation
import VencejoConcurrency
import VencejoHTTP
import VencejoJSON
import VencejoMockServer

/// The origin server of the suite: it answers by the steps that it was told beforehand.
final class SuiteServer: Sendable {
    struct Record: Sendable {
        let number: Int
        let method: String
        let fields: Headers
        let saved: [(String, String)]
    }

    private struct Plan: Sendable {
        let steps: [CacheSuite.Step]
        let clock: SuiteClock
        var records: [Record] = []
        /// The `ETag` and `Last-Modified` lines that each step sent.
        var validators: [Int: Headers] = [:]
    }

    private let plans = Locked<[String: Plan]>([:])

    func prepare(_ token: String, _ steps: [CacheSuite.Step], _ clock: SuiteClock) {
        plans.withLock { $0[token] = Plan(steps: steps, clock: clock) }
    }

    func records(_ token: String) -> [Record] {
        plans.withLock { $0[token]?.records ?? [] }
    }

    func answer(_ request: RecordedRequest) async -> MockResponse {
        let token = request.segments.dropFirst().first ?? ""
        guard let plan = plans.withLock({ $0[token] }) else { return .status(.notFound) }
        let count = plan.records.count + 1
        let number = request.headers["Req-Num"].flatMap { Int($0) } ?? count
        guard 1...plan.steps.count ~= number else { return .status(.notFound) }
        let step = plan.steps[number - 1]
        if let pause = step["response_pause"]?.intValue {
            try? await plan.clock.pause(seconds: pause)
        }
        let now = plan.clock.milliseconds
        let sent = number > 1 ? plan.validators[number - 1] : [:]
        let (code, phrase) = status(step, request, sent ?? plan.steps[number - 2].validators)
        var fields: Headers = [
            "Server-Base-Url": request.target, "Server-Request-Count": String(count),
            "Client-Request-Count": String(number), "Server-Now": String(now),
        ]
        var saved: [(String, String)] = []
        for field in step.list("response_headers") {
            guard let parts = field.arrayValue, let name = parts.first?.stringValue else {
                continue
            }
            let value = SuiteFields.value(name, parts[1], step, now, request.target)
            fields.append(HeaderName(name), value)
            if parts.count < 3 || parts[2].boolValue == true { saved.append((name, value)) }
        }
        fields.setIfAbsent(.contentType, "text/plain")
        fields.setIfAbsent(.date, HTTPDate(secondsSince1970: now / 1000).description)
        let record = Record(
            number: number,
            method: request.method.rawValue,
            fields: request.headers,
            saved: saved
        )
        let numbers = plans.withLock { plans -> String in
            plans[token]?.records.append(record)
            plans[token]?.validators[number] = Headers(
                fields.filter { $0.name == .etag || $0.name == .lastModified }
            )
            return (plans[token]?.records ?? []).map { String($0.number) }.joined(separator: " ")
        }
        fields.append("Request-Numbers", numbers)
        if step.flag("disconnect") { return .raw([]) }
        let text = step.text("response_body") ?? ""
        let body = code == 204 || code == 304 ? [] : Array((text.isEmpty ? token : text).utf8)
        if code != 204, code != 304 { fields.setIfAbsent(.contentLength, String(body.count)) }
        return message(code, phrase, fields, request.method == .head ? [] : body, step)
    }

    private func status(
        _ step: CacheSuite.Step,
        _ request: RecordedRequest,
        _ validators: Headers
    ) -> (Int, String) {
        if step.expectedType?.hasSuffix("validated") == true {
            let (date, tag) = (
                validators.values(of: .lastModified).last, validators.values(of: .etag).last
            )
            let isSame =
                (date != nil && request.headers[.ifModifiedSince] == date)
                || (tag != nil && request.headers[.ifNoneMatch] == tag)
            return isSame ? (304, "Not Modified") : (999, "304 Not Generated")
        }
        let status = step.list("response_status")
        return (status.first?.intValue ?? 200, status.last?.stringValue ?? "OK")
    }

    /// The bytes of the answer, untouched by what the mock server does for others.
    private func message(
        _ code: Int,
        _ phrase: String,
        _ fields: Headers,
        _ body: [UInt8],
        _ step: CacheSuite.Step
    ) -> MockResponse {
        var text = ""
        for interim in step.list("interim_responses") {
            text += "HTTP/1.1 \(interim.arrayValue?.first?.intValue ?? 103) Interim\r\n"
            for field in interim.arrayValue?.dropFirst().first?.arrayValue ?? [] {
                let parts = field.arrayValue ?? []
                text += "\(parts.first?.stringValue ?? ""): \(parts.last?.stringValue ?? "")\r\n"
            }
            text += "\r\n"
        }
        text += "HTTP/1.1 \(code) \(phrase)\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        if !fields.contains(.connection) { text += "Connection: close\r\n" }
        text += "\r\n"
        let head = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return .raw(head + body)
    }
}

extension CacheSuite.Step {
    /// The validators that the step would send, as far as they are no dates.
    fileprivate var validators: Headers {
        var validators = Headers()
        for field in list("response_headers") {
            guard let name = field.arrayValue?.first?.stringValue,
                let value = field.arrayValue?.dropFirst().first?.stringValue
            else { continue }
            validators.append(HeaderName(name), value)
        }
        return Headers(validators.filter { $0.name == .etag || $0.name == .lastModified })
    }
}

/// Field values of the suite: numbers that are dates, and places that are relative.
enum SuiteFields {
    static func value(
        _ name: String,
        _ value: JSONValue,
        _ step: CacheSuite.Step,
        _ now: Int,
        _ base: String
    ) -> String {
        if let seconds = value.intValue,
            ["date", "expires", "last-modified"].contains(name.lowercased())
        {
            return date(name, now / 1000 + seconds, step)
        }
        let text = value.stringValue ?? value.serialized()
        guard step.flag("magic_locations"),
            ["location", "content-location"].contains(name.lowercased())
        else { return text }
        return text.isEmpty ? base : base + "/" + text
    }

    static func date(_ name: String, _ seconds: Int, _ step: CacheSuite.Step) -> String {
        let text = HTTPDate(secondsSince1970: seconds).description
        guard step["rfc850date"].strings.contains(name.lowercased()) else { return text }
        let long = [
            "Sun": "Sunday", "Mon": "Monday", "Tue": "Tuesday", "Wed": "Wednesday",
            "Thu": "Thursday", "Fri": "Friday", "Sat": "Saturday",
        ]
        let parts = text.split(separator: " ").map(String.init)
        let year = parts[3].suffix(2)
        return "\(long[String(parts[0].prefix(3))] ?? ""), \(parts[1])-\(parts[2])-\(year) "
            + "\(parts[4]) GMT"
    }
}
