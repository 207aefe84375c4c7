import Foundation
import Vencejo
import VencejoJSON

/// Runs tests of the suite with a client over a real server.
struct SuiteRunner: Sendable {
    enum Verdict: Sendable, Equatable {
        case passed
        case failed(String)
        /// The test could not be carried out.
        case setup(String)
        /// The client repeated a request by itself.
        case retried
        case skipped(String)
    }

    struct Failure: Error {
        let isSetup: Bool
        let text: String
    }

    struct Retried: Error {}

    let server: SuiteServer
    let api: APIClient
    let isReal: Bool

    func run(_ test: CacheSuite.Test) async -> Verdict {
        do {
            try await walk(test)
            return .passed
        } catch let failure as Failure {
            return failure.isSetup ? .setup(failure.text) : .failed(failure.text)
        } catch is Retried {
            return .retried
        } catch {
            return .failed("\(error)")
        }
    }

    private func walk(_ test: CacheSuite.Test) async throws {
        let token = UUID().uuidString.lowercased()
        let clock = SuiteClock(isReal: isReal)
        let steps = test.steps
        server.prepare(token, steps, clock)
        var answers: [Response?] = []
        for (index, step) in steps.enumerated() {
            let request = try request(test, step, index + 1, token, answers.last ?? nil, clock)
            let check = StepCheck(step: step, number: index + 1, token: token)
            do {
                let response = try await api.perform(request)
                try check.check(response)
                answers.append(response)
            } catch let error as NetworkError {
                try check.check(error)
                answers.append(nil)
            }
            if step.flag("pause_after") { try await clock.pause(seconds: 3) }
        }
        try StepCheck.check(steps, answers, server.records(token))
    }

    private func request(
        _ test: CacheSuite.Test,
        _ step: CacheSuite.Step,
        _ number: Int,
        _ token: String,
        _ previous: Response?,
        _ clock: SuiteClock
    ) throws -> Request {
        var path = "test/\(token)"
        if let name = step.text("filename") { path += "/" + name }
        if let query = step.text("query_arg") { path += "?" + query }
        var request = Request(
            HTTPMethod(rawValue: step.text("request_method") ?? "GET"),
            try address("\(api.configuration.baseURL?.description ?? "")\(path)")
        )
        for field in step.list("request_headers") {
            guard let parts = field.arrayValue, let name = parts.first?.stringValue else {
                continue
            }
            var value = parts[1].stringValue ?? parts[1].serialized()
            if step.flag("magic_ims"), let seconds = parts[1].intValue {
                let now = previous?.headers["Server-Now"].flatMap { Int($0) } ?? 0
                value = SuiteFields.date(name, now / 1000 + seconds, step)
            }
            request.headers.append(HeaderName(name), value)
        }
        request.headers.append("Req-Num", String(number))
        request.headers.append("Test-ID", test.id)
        if let body = step.text("request_body") { request.body = .bytes(body.utf8) }
        request.allowsInsecureHTTP = true
        request.timeouts.total = .seconds(isReal ? 10 : 60)
        request.context.time = clock.source
        if step.text("cache") == "no-cache" { request.context.cachePolicy = .revalidate }
        return request
    }

    private func address(_ text: String) throws -> URI {
        guard let url = URI(text) else { throw Failure(isSetup: true, text: "no address: \(text)") }
        return url
    }
}
