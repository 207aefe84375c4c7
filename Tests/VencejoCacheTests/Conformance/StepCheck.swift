import Vencejo
import VencejoJSON

/// What must hold of one answer, and of all records in the end.
struct StepCheck {
    let step: CacheSuite.Step
    let number: Int
    let token: String

    private func fail(_ isSetup: Bool, _ text: String) -> SuiteRunner.Failure {
        SuiteRunner.Failure(isSetup: isSetup, text: "step \(number): \(text)")
    }

    func check(_ error: NetworkError) throws {
        if step.has("expected_status"), step["expected_status"]?.isNull == true { return }
        throw fail(step.flag("setup"), "no answer: \(error.kind)")
    }

    func check(_ response: Response) throws {
        let numbers = (response.headers["Request-Numbers"] ?? "").split(separator: " ")
        if Set(numbers).count != numbers.count { throw SuiteRunner.Retried() }
        try checkType(response)
        try checkStatus(response)
        try checkFields(response)
        try checkInterim(response)
        try checkBody(response)
    }

    private func checkType(_ response: Response) throws {
        let count = response.headers["Server-Request-Count"].flatMap { Int($0) }
        let isSetup = step.isSetup("expected_type")
        switch step.expectedType {
        case "cached":
            if response.status == 304, count == nil { return }
            guard let count, count < number else { throw fail(isSetup, "not from the cache") }
        case "not_cached":
            guard count == number else { throw fail(isSetup, "from the cache") }
        default: return
        }
    }

    private func checkStatus(_ response: Response) throws {
        let code = response.status.code
        if step.has("expected_status") {
            guard let expected = step["expected_status"]?.intValue else { return }
            guard code == expected else {
                throw fail(step.isSetup("expected_status"), "status \(code), not \(expected)")
            }
        } else if let expected = step.list("response_status").first?.intValue {
            guard code == expected else { throw fail(true, "status \(code), not \(expected)") }
        } else if code == 999 {
            throw fail(step.isSetup("expected_type"), "should have been conditional")
        } else if code != 200 {
            throw fail(true, "status \(code)")
        }
    }

    private func checkFields(_ response: Response) throws {
        let isSetup = step.isSetup("expected_response_headers")
        let now = response.headers["Server-Now"].flatMap { Int($0) } ?? 0
        let base = response.headers["Server-Base-Url"] ?? ""
        for expected in step.list("expected_response_headers") {
            guard let parts = expected.arrayValue else {
                let name = expected.stringValue ?? ""
                guard response.headers.contains(HeaderName(name)) else {
                    throw fail(isSetup, "no \(name)")
                }
                continue
            }
            let name = parts[0].stringValue ?? ""
            let value = joined(name, response)
            let right: Bool
            if parts.count == 2 {
                right = value == SuiteFields.value(name, parts[1], step, now, base)
            } else if parts[1].stringValue == "=" {
                right = value == joined(parts[2].stringValue ?? "", response)
            } else {
                right = (value.flatMap { Int($0) } ?? .min) > parts[2].intValue ?? .max
            }
            guard right else { throw fail(isSetup, "\(name) is \(value ?? "absent")") }
        }
        let isMissingSetup = step.isSetup("expected_response_headers_missing")
        for missing in step.list("expected_response_headers_missing") {
            if let parts = missing.arrayValue {
                let value = joined(parts[0].stringValue ?? "", response) ?? ""
                guard !value.contains(parts[1].stringValue ?? "") else {
                    throw fail(isMissingSetup, "\(missing) is there")
                }
            } else if response.headers.contains(HeaderName(missing.stringValue ?? "")) {
                throw fail(isMissingSetup, "\(missing) is there")
            }
        }
    }

    private func joined(_ name: String, _ response: Response) -> String? {
        let lines = response.headers.values(of: HeaderName(name))
        return lines.isEmpty ? nil : lines.joined(separator: ", ")
    }

    private func checkInterim(_ response: Response) throws {
        guard step.has("expected_interim_responses") else { return }
        let isSetup = step.isSetup("expected_interim_responses")
        let expected = step.list("expected_interim_responses")
        guard response.informational.count == expected.count else {
            throw fail(isSetup, "\(response.informational.count) interim answers")
        }
        for (interim, expected) in zip(response.informational, expected) {
            guard interim.status.code == expected.arrayValue?.first?.intValue else {
                throw fail(isSetup, "interim \(interim.status)")
            }
            for field in expected.arrayValue?.dropFirst().first?.arrayValue ?? [] {
                let parts = field.arrayValue ?? []
                guard interim.headers[HeaderName(parts[0].stringValue ?? "")] != nil else {
                    throw fail(isSetup, "interim without \(field)")
                }
            }
        }
    }

    private func checkBody(_ response: Response) throws {
        if step["check_body"]?.boolValue == false { return }
        let text = String(decoding: response.body.bytes, as: UTF8.self)
        if step.has("expected_response_text") {
            guard let expected = step.text("expected_response_text") else { return }
            guard text == expected else {
                throw fail(step.isSetup("expected_response_text"), "body \(text)")
            }
        } else if step.has("response_body") {
            guard let expected = step.text("response_body") else { return }
            guard text == expected else { throw fail(true, "body \(text)") }
        } else if response.status != 204, response.status != 304,
            step.text("request_method") != "HEAD"
        {
            guard text == token else { throw fail(true, "body \(text)") }
        }
    }
}

extension StepCheck {
    /// The checks after the last step: what reached the server.
    static func check(
        _ steps: [CacheSuite.Step],
        _ answers: [Response?],
        _ records: [SuiteServer.Record]
    ) throws {
        var rest = records[...]
        for (index, step) in steps.enumerated() where step.expectedType != "cached" {
            let check = StepCheck(step: step, number: index + 1, token: "")
            let isTypeSetup = step.isSetup("expected_type")
            guard let record = rest.popFirst() else {
                // A step that asks nothing of its record may have been answered by the cache.
                let asks = step.has("expected_type") || step.has("expected_request_headers")
                if asks { throw check.fail(isTypeSetup, "never reached the server") }
                continue
            }
            try check.checkRecord(record, isTypeSetup)
            guard let answer = answers[index] else { continue }
            for (name, value) in record.saved where name.lowercased() != "date" {
                let lines = record.saved.filter { $0.0.lowercased() == name.lowercased() }
                let expected = lines.count > 1 ? lines.map(\.1).joined(separator: ", ") : value
                guard check.joined(name, answer) == expected else {
                    throw check.fail(true, "\(name) did not arrive")
                }
            }
        }
    }

    private func checkRecord(_ record: SuiteServer.Record, _ isTypeSetup: Bool) throws {
        switch step.expectedType {
        case "not_cached" where record.number != number:
            throw fail(isTypeSetup, "the server saw step \(record.number)")
        case "etag_validated" where !record.fields.contains(.ifNoneMatch):
            throw fail(isTypeSetup, "no If-None-Match")
        case "lm_validated" where !record.fields.contains(.ifModifiedSince):
            throw fail(isTypeSetup, "no If-Modified-Since")
        default: break
        }
        let isSetup = step.isSetup("expected_request_headers")
        for expected in step.list("expected_request_headers") {
            let name = expected.stringValue ?? expected.arrayValue?.first?.stringValue ?? ""
            let value = record.fields[HeaderName(name)]
            guard let value else { throw fail(isSetup, "request without \(name)") }
            if let wanted = expected.arrayValue?.last?.stringValue, wanted != value {
                throw fail(isSetup, "request with \(name): \(value)")
            }
        }
        let isMissingSetup = step.isSetup("expected_request_headers_missing")
        for missing in step.list("expected_request_headers_missing") {
            let name = missing.stringValue ?? missing.arrayValue?.first?.stringValue ?? ""
            guard let value = record.fields[HeaderName(name)] else { continue }
            if let wanted = missing.arrayValue?.last?.stringValue, wanted != value { continue }
            throw fail(isMissingSetup, "request with \(name): \(value)")
        }
        if let method = step.text("expected_method"), method != record.method {
            throw fail(step.isSetup("expected_method"), "method \(record.method)")
        }
    }
}
