import Testing
import VencejoHTTP
import VencejoTransfer

@Suite struct RangeVerdictTests {
    private static let tag = StrongValidator(["ETag": "\"v1\""])

    private func verdict(
        _ status: HTTPStatus,
        _ headers: Headers,
        from: Int = 100,
        upTo: Int? = nil,
        isRange: Bool = true,
        total: Int? = 1_000,
        isDecoded: Bool = false
    ) -> RangeVerdict {
        let asked = AskedRange(
            from: from,
            upTo: upTo,
            isRange: isRange,
            validator: Self.tag,
            total: total
        )
        return RangeVerdict(asked, status: status, headers: headers, isDecoded: isDecoded)
    }

    @Test func `a part that was asked for is one`() {
        let headers: Headers = ["Content-Range": "bytes 100-999/1000", "ETag": "\"v1\""]
        #expect(verdict(206, headers) == .part(upTo: 1_000, total: 1_000))
        #expect(
            verdict(206, ["Content-Range": "bytes 100-999/*"]) == .part(upTo: 1_000, total: nil)
        )
        // A server may send less than was asked for (RFC 9110 §15.3.7).
        let less: Headers = ["Content-Range": "bytes 100-149/1000", "Content-Length": "50"]
        #expect(verdict(206, less, upTo: 200) == .part(upTo: 150, total: 1_000))
    }

    @Test(
        arguments: [
            [:], ["Content-Range": "bytes 0-999/1000"], ["Content-Range": "bytes 101-999/1000"],
            ["Content-Range": "bytes */1000"], ["Content-Range": "bytes 100-1000/1000"],
            ["Content-Range": "pages 100-999/1000"], ["Content-Range": "bytes 999-100/1000"],
            ["Content-Range": "bytes 100-999/1000", "Content-Length": "899"],
            ["Content-Type": "multipart/byteranges; boundary=x"],
        ] as [Headers]
    )
    func `a part of something else is refused`(headers: Headers) {
        guard case .refused = verdict(206, headers) else {
            Issue.record("\(verdict(206, headers))")
            return
        }
    }

    @Test func `more than was asked for is refused`() {
        let headers: Headers = ["Content-Range": "bytes 100-200/1000"]
        guard case .refused = verdict(206, headers, upTo: 200) else {
            Issue.record("taken")
            return
        }
        guard case .refused = verdict(206, headers, isRange: false) else {
            Issue.record("taken without a range")
            return
        }
        guard case .refused = verdict(206, headers, isDecoded: true) else {
            Issue.record("taken although it was coded")
            return
        }
    }

    @Test(
        arguments: [
            ["Content-Range": "bytes 100-999/1001", "ETag": "\"v1\""],
            ["Content-Range": "bytes 100-999/1000", "ETag": "\"v2\""],
            ["Content-Range": "bytes 100-999/1000", "ETag": "W/\"v1\""],
        ] as [Headers]
    )
    func `a part of another version means to begin anew`(headers: Headers) {
        // The first is of a longer one.
        #expect(verdict(206, headers) == .anew)
    }

    @Test func `other statuses are what they are`() {
        #expect(verdict(200, ["Content-Length": "7"]) == .whole(total: 7))
        #expect(verdict(200, [:]) == .whole(total: nil))
        #expect(verdict(200, ["Content-Length": "7"], isDecoded: true) == .whole(total: nil))
        #expect(verdict(412, [:]) == .anew)
        #expect(verdict(416, ["Content-Range": "bytes */1000"]) == .anew)
        #expect(verdict(416, [:], isRange: false) == .failed(416))
        #expect(verdict(404, [:]) == .failed(404))
        #expect(verdict(503, [:]) == .failed(503))
    }
}

@Suite struct StrongValidatorTests {
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test func `a strong tag is one, a weak one is none, with a date beside it too`() {
        #expect(StrongValidator(["ETag": "\"v1\""])?.field == "\"v1\"")
        #expect(StrongValidator(["ETag": "W/\"v1\""]) == nil)
        #expect(StrongValidator(["ETag": "v1"]) == nil)
        let later = "Sun, 06 Nov 1994 08:50:37 GMT"
        #expect(
            StrongValidator(["ETag": "W/\"v1\"", "Last-Modified": Self.date, "Date": later]) == nil
        )
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:38 GMT", true), ("Sun, 06 Nov 1994 08:49:37 GMT", false),
            ("Sun, 06 Nov 1994 08:49:36 GMT", false), ("yesterday", false),
        ]
    )
    func `a date counts when a second had gone by`(sent: String, isStrong: Bool) {
        let validator = StrongValidator(["Last-Modified": Self.date, "Date": sent])
        #expect(validator?.field == (isStrong ? Self.date : nil))
    }

    @Test func `without a date of sending nothing is known`() {
        #expect(StrongValidator(["Last-Modified": Self.date]) == nil)
    }
}

@Suite struct SegmentTests {
    @Test(arguments: [1, 7, 8, 9, 100, 1_000, 1_001], [1, 2, 3, 8])
    func `stretches cover the file without gaps`(total: Int, connections: Int) {
        let segments = Segment.plan(total: total, first: 8, connections: connections)
        var place = 0
        for segment in segments {
            #expect(segment.start == place && segment.next == place)
            #expect((segment.end ?? 0) > place)
            place = segment.end ?? 0
        }
        #expect(place == total)
        #expect(segments.count <= 4 * connections + 1)
        // No stretch is less than the first but the last one.
        #expect(segments.dropLast().allSatisfy { ($0.end ?? 0) - $0.start >= 8 })
    }
}
