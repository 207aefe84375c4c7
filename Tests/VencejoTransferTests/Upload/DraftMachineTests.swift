import Testing
import VencejoHTTP
import VencejoTransfer

@Suite struct DraftMachineTests {
    private func game(
        _ length: Int = 10,
        chunk: Int? = nil,
        version: Int = 8,
        upload: URI? = nil,
        mostThere: Int = 0
    ) -> MachineGame<DraftMachine> {
        MachineGame(
            DraftMachine(
                UploadState(length: length, upload: upload, mostThere: mostThere),
                method: .post,
                version: version,
                chunk: chunk
            )
        )
    }

    private static let announced: Headers = [
        "Location": "/up/1", "Upload-Draft-Interop-Version": "8",
    ]

    @Test func `a server without the draft answers as usual`() throws {
        var game = game()
        let ask = try #require(game.machine.next())
        #expect(game.next == "POST target 0..<10 ?1")
        #expect(ask.headers["Upload-Length"] == "10")
        #expect(ask.headers["Upload-Draft-Interop-Version"] == "8")
        #expect(game.answer(200) == .done)
    }

    @Test(arguments: [8, 9])
    func `an upload that was announced is gone on with after a cut`(version: Int) {
        var game = game(version: version)
        let announced = Self.announced.merging(["Upload-Draft-Interop-Version": "\(version)"])
        game.interim(announced)
        // Asked in the same request once more, as a transport may tell it twice.
        game.interim(announced)
        game.machine.handOver(6, of: UploadAsk.creation)
        game.machine.broke(UploadAsk.creation)
        #expect(game.next == "HEAD /up/1")
        #expect(game.answer(204, ["Upload-Offset": "5", "Upload-Complete": "?0"]) == .goOn)
        #expect(game.next == "PATCH /up/1 5..<10 @5 ?1")
        #expect(game.machine.next()?.headers["Content-Type"] == "application/partial-upload")
        #expect(game.answer(200, ["Upload-Complete": "?1"]) == .done)
    }

    @Test func `an announcement of another iteration is passed over`() {
        for version in ["7", "", "9.0", "?1"] {
            var game = game()
            game.interim(Self.announced.merging(["Upload-Draft-Interop-Version": version]))
            #expect(game.machine.state.upload == nil)
        }
        var game = game()
        game.interim(["Location": "/up/1"])
        game.interim(Self.announced, 103)
        #expect(game.machine.state.upload == nil)
        game.cut(after: 6)
        #expect(game.next == "POST target 0..<10 ?1")
        #expect(game.machine.state.mostThere == 0)
    }

    @Test func `two places for one upload are refused`() {
        var game = game()
        game.machine.hear(UploadAnswer.interim("/up/1"), to: .creation)
        game.machine.hear(UploadAnswer.interim("/up/2"), to: .creation)
        let verdict = game.machine.receive(
            UploadAnswer(status: 200, headers: [:], url: uri("http://a.example/files"), moment: 0),
            to: .creation
        )
        #expect(verdict == .refused("the server says two places where the upload goes"))
    }

    @Test func `parts are sent to a server that says that it puts them together`() {
        var game = game(chunk: 4)
        #expect(game.next == "OPTIONS target")
        #expect(game.answer(204, ["Accept-Patch": "a/b, application/partial-upload"]) == .goOn)
        #expect(game.next == "POST target 0..<4 ?0")
        #expect(game.answer(201, ["Location": "/up/1", "Upload-Complete": "?0"]) == .goOn)
        #expect(game.next == "PATCH /up/1 4..<8 @4 ?0")
        #expect(game.answer(204, ["Upload-Complete": "?0"]) == .goOn)
        #expect(game.next == "PATCH /up/1 8..<10 @8 ?1")
        #expect(game.answer(200, ["Upload-Complete": "?1"]) == .done)
    }

    @Test(arguments: [(204, "*/*"), (204, ""), (405, "application/partial-upload")])
    func `to any other server all goes at once`(row: (Int, String)) {
        var game = game(chunk: 4)
        #expect(game.answer(HTTPStatus(row.0), ["Accept-Patch": row.1]) == .goOn)
        #expect(game.next == "POST target 0..<10 ?1")
    }

    @Test func `limits are kept to`() {
        var game = game(chunk: 4)
        let able: Headers = ["Accept-Patch": "application/partial-upload"]
        #expect(game.answer(204, able.merging(["Upload-Limit": "max-append-size=3"])) == .goOn)
        #expect(game.next == "POST target 0..<3 ?0")
        game = self.game(chunk: 4)
        #expect(game.answer(204, able.merging(["Upload-Limit": "min-append-size=6"])) == .goOn)
        #expect(game.next == "POST target 0..<6 ?0")
        game = self.game(chunk: 4)
        let small = game.answer(204, able.merging(["Upload-Limit": "max-size=9"]))
        #expect(small == .refused("the server takes 9 bytes at most, and these are 10"))
        // One member of the wrong kind spoils the field.
        game = self.game(chunk: 4)
        let bad = able.merging(["Upload-Limit": "max-append-size=3, max-size=?1"])
        #expect(game.answer(204, bad) == .goOn)
        #expect(game.next == "POST target 0..<4 ?0")
        #expect(UploadLimits(["Upload-Limit": "max-size=-1"]) == nil)
        #expect(UploadLimits([:]) == nil)
        #expect(UploadLimits(["Upload-Limit": "max-age=60, x=y"])?.maximumAge == 60)
    }

    @Test func `too much at once is sent in less, where the server says how much`() {
        var game = game()
        #expect(game.answer(413, ["Upload-Limit": "max-append-size=4"], handed: 0) == .goOn)
        #expect(game.next == "POST target 0..<4 ?0")
        game = self.game()
        #expect(game.answer(413) == .failed)
    }

    @Test func `a mismatch or a failing server makes it ask for the offset`() {
        for status in [409, 423, 500, 503] as [HTTPStatus] {
            var game = game(upload: uri("http://a.example/up/1"), mostThere: 10)
            #expect(game.answer(204, ["Upload-Offset": "5"]) == .goOn)
            #expect(game.answer(status, ["Upload-Offset": "7"]) == .again)
            #expect(game.next == "HEAD /up/1")
        }
    }

    @Test func `what the target makes of a whole upload is what came of it`() {
        for (status, verdict) in [(422, .failed), (201, .done)] as [(HTTPStatus, UploadVerdict)] {
            var game = game(upload: uri("http://a.example/up/1"), mostThere: 10)
            #expect(game.answer(204, ["Upload-Offset": "5"]) == .goOn)
            #expect(game.answer(status, ["Upload-Complete": "?1"]) == verdict)
            // Nothing is left to go on with.
            #expect(game.machine.state.upload == nil)
        }
    }

    @Test func `an answer that was lost is known by the state of the upload`() {
        var game = game(upload: uri("http://a.example/up/1"), mostThere: 10)
        #expect(game.answer(204, ["Upload-Offset": "10", "Upload-Complete": "?1"]) == .done)
        // All is there and nobody said that it is all.
        game = self.game(upload: uri("http://a.example/up/1"), mostThere: 10)
        #expect(game.answer(204, ["Upload-Offset": "10", "Upload-Complete": "?0"]) == .goOn)
        #expect(game.next == "PATCH /up/1 10..<10 @10 ?1")
        #expect(game.answer(204) == .again)
    }

    @Test func `a server that claims what it was never given is not believed`() {
        var game = game(upload: uri("http://a.example/up/1"), mostThere: 5)
        let text = "the server claims 6 bytes of the upload and was given 5 at most"
        #expect(game.answer(204, ["Upload-Offset": "6"]) == .refused(text))
    }

    @Test func `an upload that is gone, or another one, is begun anew`() {
        for headers in [nil, ["Upload-Offset": "1", "Upload-Length": "11"]] as [Headers?] {
            var game = game(upload: uri("http://a.example/up/1"), mostThere: 5)
            #expect(game.answer(headers == nil ? 404 : 204, headers ?? [:]) == .goOn)
            #expect(game.next == "POST target 0..<10 ?1")
        }
    }

    @Test func `an age becomes a moment`() {
        var game = game()
        game.interim(Self.announced.merging(["Upload-Limit": "max-age=60"]))
        #expect(game.machine.state.expires == 1_060)
    }

    @Test func `an empty content is one request`() {
        var game = game(0)
        #expect(game.next == "POST target 0..<0 ?1")
        #expect(game.answer(204) == .done)
    }
}

extension UploadAsk {
    fileprivate static let creation = UploadAsk(
        role: .create,
        method: .post,
        headers: [:],
        range: 0..<10
    )
}

extension UploadAnswer {
    fileprivate static func interim(_ location: String) -> UploadAnswer {
        UploadAnswer(
            status: 104,
            headers: ["Location": location, "Upload-Draft-Interop-Version": "8"],
            url: uri("http://a.example/files"),
            moment: 0
        )
    }
}
