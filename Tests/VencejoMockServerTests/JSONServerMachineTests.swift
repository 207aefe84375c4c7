import TestSupport
import Testing
import VencejoHTTP
import VencejoJSON
import VencejoMockServer

struct JSONServerMachineTests {
    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: ConformanceCase.all
    )
    func `the machine answers as json-server was recorded`(_ recorded: ConformanceCase) {
        var machine = JSONServerMachine(
            database: recorded.isSmall
                ? ConformanceCase.smallDatabase : JSONServerMachine.placeholderDatabase,
            persists: recorded.isSmall
        )
        var tag = ""
        if recorded.needsTag {
            let plain = recorded.request(host: "h:1", tag: "")
            let get = RecordedRequest(method: .get, target: plain.target)
            tag = machine.handle(get).headers[.etag] ?? ""
        }
        let request = recorded.request(host: "h:1", tag: tag)
        let answer = machine.handle(request).settled(for: request)
        let faults = recorded.faults(
            status: answer.status,
            headers: answer.headers,
            body: answer.body,
            base: "http://h:1"
        )
        #expect(faults == [])
        guard let second = recorded.secondRequest(host: "h:1") else { return }
        let then = machine.handle(second).settled(for: second)
        let thenFaults = recorded.secondFaults(
            status: then.status,
            headers: then.headers,
            body: then.body
        )
        #expect(thenFaults == [])
    }
}
