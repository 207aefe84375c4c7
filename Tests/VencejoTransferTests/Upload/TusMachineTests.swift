import Testing
import VencejoHTTP
import VencejoTransfer

/// An address in a test; one that is none leads nowhere.
func uri(_ text: String) -> URI {
    URI(text)
        ?? URI(
            scheme: "http",
            userInfo: nil,
            host: "not-an-address.invalid",
            port: nil,
            path: "/",
            query: nil,
            fragment: nil
        )
}

/// Plays answers to a machine and writes down what it asks.
struct MachineGame<Machine: UploadMachine> {
    var machine: Machine
    let url: URI

    init(_ machine: Machine, at url: URI = uri("http://a.example/files")) {
        self.machine = machine
        self.url = url
    }

    /// What the machine asks next, shortly: `PATCH /files/1 3..<10 @3`.
    var next: String {
        guard let ask = machine.next() else { return "-" }
        var words = [ask.method.rawValue, ask.url?.path ?? "target"]
        if let range = ask.range { words.append("\(range)") }
        if let offset = ask.headers["Upload-Offset"] { words.append("@\(offset)") }
        if let complete = ask.headers["Upload-Complete"] { words.append(complete) }
        return words.joined(separator: " ")
    }

    /// Answers what was asked last; all of its content has arrived unless something else is said.
    mutating func answer(
        _ status: HTTPStatus,
        _ headers: Headers = [:],
        handed: Int? = nil
    ) -> UploadVerdict {
        guard let ask = machine.next() else { return .failed }
        machine.handOver(handed ?? ask.range?.count ?? 0, of: ask)
        return machine.receive(
            UploadAnswer(status: status, headers: headers, url: ask.url ?? url, moment: 1_000),
            to: ask
        )
    }

    /// Breaks what was asked last, after so much of its content.
    mutating func cut(after handed: Int) {
        guard let ask = machine.next() else { return }
        machine.handOver(handed, of: ask)
        machine.broke(ask)
    }

    /// Says something before the answer.
    mutating func interim(_ headers: Headers, _ status: HTTPStatus = 104) {
        guard let ask = machine.next() else { return }
        machine.hear(
            UploadAnswer(status: status, headers: headers, url: ask.url ?? url, moment: 1_000),
            to: ask
        )
    }
}

@Suite struct TusMachineTests {
    private func game(
        _ length: Int = 10,
        chunk: Int? = nil,
        upload: URI? = nil,
        mostThere: Int = 0,
        withUpload: Bool = false
    ) -> MachineGame<TusMachine> {
        MachineGame(
            TusMachine(
                UploadState(length: length, upload: upload, mostThere: mostThere),
                metadata: ["filename": "a.txt"],
                chunk: chunk,
                createsWithUpload: withUpload
            )
        )
    }

    private func begun(_ length: Int = 10, chunk: Int? = nil) -> MachineGame<TusMachine> {
        var game = game(length, chunk: chunk)
        #expect(game.answer(201, ["Location": "/files/1"]) == .goOn)
        return game
    }

    @Test func `an upload is created, sent and over`() throws {
        var game = game()
        let ask = try #require(game.machine.next())
        #expect(ask.method == .post && ask.url == nil && ask.range == 0..<0)
        #expect(ask.headers["Tus-Resumable"] == "1.0.0" && ask.headers["Upload-Length"] == "10")
        #expect(ask.headers["Upload-Metadata"] == "filename YS50eHQ=")
        #expect(game.answer(201, ["Location": "/files/1"]) == .goOn)
        #expect(game.next == "PATCH /files/1 0..<10 @0")
        #expect(game.machine.next()?.headers["Content-Type"] == "application/offset+octet-stream")
        #expect(game.answer(204, ["Upload-Offset": "10"]) == .goOn)
        #expect(game.next == "-")
    }

    @Test func `chunks follow one another, and a part of one is gone on with`() {
        var game = begun(chunk: 4)
        #expect(game.next == "PATCH /files/1 0..<4 @0")
        #expect(game.answer(204, ["Upload-Offset": "4"]) == .goOn)
        #expect(game.next == "PATCH /files/1 4..<8 @4")
        #expect(game.answer(204, ["Upload-Offset": "6"]) == .goOn)
        #expect(game.next == "PATCH /files/1 6..<10 @6")
        #expect(game.answer(204, ["Upload-Offset": "10"]) == .goOn)
        #expect(game.next == "-")
    }

    @Test func `an empty content is over once it is created`() {
        var game = game(0, withUpload: true)
        #expect(game.next == "POST target 0..<0")
        #expect(game.answer(201, ["Location": "1"]) == .goOn)
        #expect(game.next == "-")
    }

    @Test func `after a cut the server is asked, and the rest is sent`() {
        var game = begun()
        game.cut(after: 7)
        #expect(game.next == "HEAD /files/1")
        #expect(game.answer(200, ["Upload-Offset": "5", "Upload-Length": "10"]) == .goOn)
        #expect(game.next == "PATCH /files/1 5..<10 @5")
        game.cut(after: 5)
        #expect(game.answer(200, ["Upload-Offset": "10"]) == .goOn)
        #expect(game.next == "-")
    }

    @Test func `a creation that broke is made again`() {
        var game = game()
        game.cut(after: 0)
        #expect(game.next == "POST target 0..<0")
    }

    @Test(arguments: [404, 410, 403] as [HTTPStatus])
    func `an upload that is gone is begun anew, a few times`(status: HTTPStatus) {
        var game = game(upload: uri("http://a.example/files/old"), mostThere: 4)
        #expect(game.next == "HEAD /files/old")
        #expect(game.answer(status) == .goOn)
        for number in 2...3 {
            #expect(game.answer(201, ["Location": "/files/\(number)"]) == .goOn)
            #expect(game.next == "PATCH /files/\(number) 0..<10 @0")
            #expect(game.answer(404) == .goOn)
            #expect(game.next == "POST target 0..<0")
        }
        #expect(game.answer(201, ["Location": "/files/4"]) == .goOn)
        #expect(game.answer(410) == .refused("the server forgot the upload 4 times"))
    }

    @Test(arguments: [409, 423, 460, 500, 503, 429] as [HTTPStatus])
    func `what may pass makes it ask again`(status: HTTPStatus) {
        var game = begun()
        #expect(game.answer(status) == .again)
        #expect(game.next == "HEAD /files/1")
    }

    @Test func `a server that claims what it was never given is not believed`() {
        var game = begun()
        game.cut(after: 4)
        let text = "the server claims 6 bytes of the upload and was given 4 at most"
        #expect(game.answer(200, ["Upload-Offset": "6"]) == .refused(text))
        #expect(game.machine.state.upload == nil)
        game = begun(chunk: 4)
        let more = "the server claims 5 bytes of the upload and was given 4"
        #expect(game.answer(204, ["Upload-Offset": "5"]) == .refused(more))
    }

    @Test func `an answer that moves nothing is no progress`() {
        for headers in [[:], ["Upload-Offset": "0"], ["Upload-Offset": "x"]] as [Headers] {
            var game = begun()
            #expect(game.answer(204, headers) == .again)
            #expect(game.next == "HEAD /files/1")
        }
    }

    @Test func `an upload of another length is somebody else's`() {
        var game = game(upload: uri("http://a.example/files/1"), mostThere: 10)
        #expect(game.answer(200, ["Upload-Offset": "5", "Upload-Length": "11"]) == .goOn)
        #expect(game.next == "POST target 0..<0")
    }

    @Test func `a server of another version, or without a place, is refused`() {
        var game = game()
        #expect(
            game.answer(412, ["Tus-Version": "0.2.2"])
                == .refused("the server speaks tus 0.2.2, and not 1.0.0")
        )
        let text = "the server does not say where the upload goes: no usable Location"
        for location in [nil, "ftp://a.example/1", "http://"] as [String?] {
            game = self.game()
            var headers: Headers = [:]
            headers["Location"] = location
            #expect(game.answer(201, headers) == .refused(text))
        }
        var secure = MachineGame(
            TusMachine(UploadState(length: 1)),
            at: uri("https://a.example/files")
        )
        #expect(secure.answer(201, ["Location": "http://a.example/1"]) == .refused(text))
        game = begun()
        game.cut(after: 1)
        let unsaid = "the server does not say how much of the upload it has"
        #expect(game.answer(200) == .refused(unsaid))
    }

    @Test(arguments: [400, 401, 413, 415] as [HTTPStatus])
    func `other statuses are what came of it`(status: HTTPStatus) {
        var game = game()
        #expect(game.answer(status) == .failed)
    }

    @Test func `bytes that went along with the creation are not sent again`() {
        var game = game(chunk: 4, withUpload: true)
        #expect(game.next == "POST target 0..<4")
        #expect(game.answer(201, ["Location": "1", "Upload-Offset": "4"]) == .goOn)
        #expect(game.next == "PATCH /1 4..<8 @4")
        // A server without the extension says nothing of an offset.
        game = self.game(chunk: 4, withUpload: true)
        #expect(game.answer(201, ["Location": "1"]) == .goOn)
        #expect(game.next == "PATCH /1 0..<4 @0")
        game = self.game(chunk: 4, withUpload: true)
        #expect(game.answer(201, ["Location": "1", "Upload-Offset": "5"]) != .goOn)
    }

    @Test func `the moment of forgetting is noted`() {
        var game = game()
        let date = "Wed, 25 Jun 2014 16:00:00 GMT"
        #expect(game.answer(201, ["Location": "1", "Upload-Expires": date]) == .goOn)
        #expect(game.machine.state.expires == 1_403_712_000)
    }

    @Test func `metadata is written as the standard wants it`() {
        let metadata = ["b": "", "a": "año", "with blank": "x", "": "x", "c,d": "x"]
        #expect(TusMachine.written(metadata) == "a YcOxbw==,b")
        #expect(TusMachine.written([:]).isEmpty)
    }
}
