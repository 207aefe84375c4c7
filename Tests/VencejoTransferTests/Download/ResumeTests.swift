import Foundation
import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer
import VencejoTesting

@Suite struct ResumeTests {
    private static let file = MockFile.patterned(count: 300_001)
    private static let part = "a.vencejo-part"
    private static let record = "a.vencejo-part.json"

    /// Lets a run end in the middle, and gives the ground to the next.
    private func afterCut(
        at place: Int = 70_000,
        _ file: MockFile = file,
        _ body: (DownloadGround) async throws -> Void
    ) async throws {
        try await DownloadGround.run(file.cut(at: [place])) { ground in
            let once = ground.api.with { $0.retry = .never }
            await #expect(throws: NetworkError.self) {
                try await once.download("a", to: ground.folder.file("a"))
            }
            ground.server.forgetRequests()
            try await body(ground)
        }
    }

    @Test func `another run goes on where the one before ended`() async throws {
        try await afterCut { ground in
            #expect(ground.folder.names == [Self.part, Self.record])
            let states = Locked<[TransferProgress]>([])
            let got = try await ground.api.download("a", to: ground.folder.file("a")) { state in
                states.withLock { $0.append(state) }
            }
            #expect(ground.ranges == ["bytes=70000-"])
            #expect(ground.folder.bytes("a") == Self.file.contents)
            #expect(ground.folder.names == ["a"])
            #expect(got.received == 230_001 && got.count == 300_001)
            let last = states.withLock { $0.last }
            #expect(last?.kept == 70_000 && last?.bytes == 300_001)
        }
    }

    @Test func `bytes that came after the record was written are not fetched again`() async throws {
        try await afterCut { ground in
            // As when the program was killed: the part is longer than the record says.
            try ground.folder.write(Array(Self.file.contents[..<123_456]), Self.part)
            _ = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.ranges == ["bytes=123456-"])
            #expect(ground.folder.bytes("a") == Self.file.contents)
        }
    }

    @Test(arguments: 0..<8)
    func `a record that is damaged or of something else is not believed`(kind: Int) async throws {
        try await afterCut { ground in
            let record = ground.folder.bytes(Self.record)
            let text = String(decoding: record, as: UTF8.self)
            var path: Path = "a"
            switch kind {
            case 0: try ground.folder.write([], Self.record)
            case 1: try ground.folder.write(Array(record.dropLast()), Self.record)
            case 2: try ground.folder.write(record.map { $0 == 0x37 ? 0x38 : $0 }, Self.record)
            case 3: try FileManager.default.removeItem(atPath: ground.folder.file(Self.record))
            case 4: path = "a?other"
            // Longer than the file may be.
            case 5: try ground.folder.write([UInt8](repeating: 0, count: 300_002), Self.part)
            case 6: try ground.folder.write([], Self.part)
            default:
                let changed = text.replacing("part 1 ", with: "part 2 ")
                try ground.folder.write(Array(changed.utf8), Self.record)
            }
            _ = try await ground.api.download(path, to: ground.folder.file("a"))
            #expect(ground.ranges == ["-"])
            #expect(ground.folder.bytes("a") == Self.file.contents)
            #expect(ground.folder.names == ["a"])
        }
    }

    @Test func `the record tells no secret of the address`() async throws {
        try await DownloadGround.run(Self.file.cut(at: [70_000])) { ground in
            let once = ground.api.with { $0.retry = .never }
            await #expect(throws: NetworkError.self) {
                try await once.download("a?access_token=geheim", to: ground.folder.file("a"))
            }
            let text = String(decoding: ground.folder.bytes(Self.record), as: UTF8.self)
            #expect(text.contains("\"validator\"") && !text.contains("geheim"))
            let attributes = try FileManager.default
                .attributesOfItem(atPath: ground.folder.file(Self.record))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `a link that was signed anew goes on, where that is asked for`() async throws {
        let options = DownloadOptions.with { $0.ignoresQuery = true }
        try await DownloadGround.run(Self.file.cut(at: [70_000])) { ground in
            let once = ground.api.with { $0.retry = .never }
            await #expect(throws: NetworkError.self) {
                try await once.download("a?sig=1", to: ground.folder.file("a"), options: options)
            }
            _ = try await ground.api.download(
                "a?sig=2",
                to: ground.folder.file("a"),
                options: options
            )
            #expect(ground.ranges == ["-", "bytes=70000-"])
            #expect(ground.folder.bytes("a") == Self.file.contents)
        }
    }

    @Test func `a resource that changed between two runs is fetched anew`() async throws {
        try await afterCut { ground in
            var new = MockFile.patterned(count: 200_000, seed: 3)
            new.etag = "\"v2\""
            ground.server.on(.file("a", new))
            _ = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.ranges == ["bytes=70000-"])
            #expect(ground.folder.bytes("a") == new.contents)
        }
    }

    @Test func `a part that was whole is asked about before it is believed`() async throws {
        try await afterCut { ground in
            try ground.folder.write(Self.file.contents, Self.part)
            let got = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.ranges == ["bytes=300000-"])
            #expect(ground.folder.bytes("a") == Self.file.contents)
            #expect(got.received == 1 && got.count == 300_001)
        }
        try await afterCut { ground in
            try ground.folder.write(Self.file.contents, Self.part)
            var new = MockFile.patterned(count: 200_000, seed: 3)
            new.etag = "\"v2\""
            ground.server.on(.file("a", new))
            _ = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.folder.bytes("a") == new.contents)
        }
    }

    @Test func `without resuming nothing is left and nothing is gone on with`() async throws {
        try await afterCut { ground in
            let options = DownloadOptions.with { $0.resumes = false }
            ground.server.on(.file("a", Self.file.cut(at: [50_000])))
            let once = ground.api.with { $0.retry = .never }
            await #expect(throws: NetworkError.self) {
                try await once.download("a", to: ground.folder.file("a"), options: options)
            }
            #expect(ground.ranges == ["-"])
            #expect(ground.folder.names.isEmpty)
        }
    }

    @Test func `a part without a strong validator is not left`() async throws {
        var file = Self.file
        file.etag = nil
        try await afterCut(file) { ground in
            #expect(ground.folder.names.isEmpty)
        }
    }

    @Test func `a date is as good as a tag, where it is strong`() async throws {
        var file = Self.file
        file.etag = nil
        file.lastModified = "Sun, 06 Nov 1994 08:49:37 GMT"
        file.headers["Date"] = "Sun, 06 Nov 1994 09:00:00 GMT"
        try await afterCut(file) { ground in
            _ = try await ground.api.download("a", to: ground.folder.file("a"))
            #expect(ground.ranges == ["bytes=70000-"])
            #expect(ground.server.requests[0].headers[.ifRange] == file.lastModified)
            #expect(ground.folder.bytes("a") == file.contents)
        }
    }

    @Test func `one destination is one download's at a time`() async throws {
        let gate = Locked(false)
        try await DownloadGround.run { request in
            while !gate.withLock({ $0 }) { await Task.yield() }
            return Self.file.response(to: request)
        } _: { ground in
            let path = ground.folder.file("a")
            let first = ground.api.beginDownload("a", to: path)
            _ = await ground.server.nextRequest()
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.download("a", to: path)
            }
            #expect(error?.kind == .file(FileFailure(.busy, path: path + ".vencejo-part")))
            gate.withLock { $0 = true }
            let got = try await first.file
            #expect(got.count == 300_001)
        }
    }

    #if os(Linux)
    @Test(arguments: [1, 4])
    func `a program that is killed goes on when it is started again`(count: Int) async throws {
        let folder = try Scratch()
        let path = folder.file("a")
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, count = count as Int] in
            let options = DownloadOptions.with {
                $0.connections = count
                $0.leastBytesPerConnection = 1 << 20
            }
            _ = try await FileTransport.client(deadlyAfter: 5 << 20)
                .download("a", to: path, options: options)
        }
        // It may have died while it wrote the record.
        let names = folder.names.filter { !$0.hasSuffix(".new") }
        #expect(names == ["a.vencejo-part", "a.vencejo-part.json"])
        let kept = Locked(0)
        let got = try await FileTransport.client().download("a", to: path) { progress in
            kept.withLock { $0 = progress.kept }
        }
        #expect(folder.bytes("a") == FileTransport.file.contents)
        #expect(folder.names == ["a"])
        // A block that was not written down, and a piece for each connection.
        #expect(kept.withLock { $0 } > (4 << 20) - 5 * 65_536)
        #expect(got.received + kept.withLock { $0 } == got.count)
    }
    #endif

    @Test func `a server that dies three times and comes back gives no byte twice`() async throws {
        let file = MockFile.patterned(count: 8 << 20)
        let places = [1 << 20, 3_000_001, 7 << 20]
        let mortal = try await MortalServer(file, dyingAt: places)
        let api = APIClient(baseURL: mortal.url) { $0.context.time = TimeSource(mortal) }
        let folder = try Scratch()
        let got = try await api.download("a", to: folder.file("a")) { progress in
            if places.contains(progress.bytes) { await mortal.dieAndComeBack(at: progress.bytes) }
        }
        #expect(folder.bytes("a") == file.contents)
        #expect(got.received == file.count)
        await api.close()
        #expect(await mortal.end() == [0] + places)
    }
}

/// A server that gives a file up to some place, is stopped there, and begins again on the same port.
///
/// As a clock it lets whoever waits go on when it is there again.
private final class MortalServer: Clock, Sendable {
    let url: String
    private let file: MockFile
    private let server: Locked<MockServer?>
    private let places: Locked<[Int]>
    /// The first byte that each answer gave.
    private let starts = Locked<[Int]>([])

    init(_ file: MockFile, dyingAt places: [Int]) async throws {
        self.file = file
        self.places = Locked(places)
        let first = try await MockServer()
        url = first.url
        server = Locked(first)
        serve(first)
    }

    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        while server.withLock({ $0 == nil }) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private func serve(_ server: MockServer) {
        server.on(.get, "a") { [self] request in
            let start = Self.start(request)
            starts.withLock { $0.append(start) }
            let response = file.response(to: request)
            guard let place = places.withLock({ $0.first }) else { return response }
            return response.failing(.stall(after: .body(place - start)))
        }
    }

    private static func start(_ request: RecordedRequest) -> Int {
        let range = request.headers[.range].flatMap { ByteRanges($0) }
        if case .from(let first)? = range?.parts.first { return first }
        return 0
    }

    /// Nothing more comes until it has died: who sees this place sees it at its last moment.
    func dieAndComeBack(at place: Int) async {
        let isDue = places.withLock { places in
            guard places.first == place else { return false }
            places.removeFirst()
            return true
        }
        let old = server.withLock { server in
            guard isDue else { return nil as MockServer? }
            defer { server = nil }
            return server
        }
        guard let old else { return }
        await old.stop()
        var options = MockServer.Options()
        options.port = old.port
        while true {
            if let new = try? await MockServer(options: options) {
                serve(new)
                return server.withLock { $0 = new }
            }
            await Task.yield()
        }
    }

    func end() async -> [Int] {
        await server.withLock { $0 }?.stop()
        return starts.withLock { $0 }
    }
}

/// The bytes of a file without a network, in the process that asks; it may end the process.
private final class FileTransport: Transport {
    static let file = MockFile.patterned(count: 8 << 20)

    private let deadlyAfter: Int?
    private let given = Locked(0)

    private init(deadlyAfter: Int?) {
        self.deadlyAfter = deadlyAfter
    }

    static func client(deadlyAfter: Int? = nil) -> APIClient {
        APIClient(
            baseURL: "https://api.example.com",
            transport: FileTransport(deadlyAfter: deadlyAfter)
        )
    }

    func send(_ request: Request) async throws(NetworkError) -> Response {
        let count = Self.file.count
        let ranges = request.headers[.range].flatMap { ByteRanges($0) }
        let part: ClosedRange<Int>? =
            switch ranges?.parts.first {
            case .from(let first): first...(count - 1)
            case .between(let bytes): bytes.clamped(to: 0...(count - 1))
            default: nil
            }
        let whole = 0...(count - 1)
        var headers: Headers = ["ETag": "\"v1\""]
        if let part {
            let field = ContentRange(bytes: part, completeLength: count)
            headers[.contentRange] = field.description
        }
        let body = Pieces(range: part ?? whole, owner: self)
        return Response(
            status: part == nil ? 200 : 206,
            headers: headers,
            body: ResponseBody(BodyStream(body)),
            request: request
        )
    }

    private func note(_ count: Int) {
        let given = given.withLock { given in
            given += count
            return given
        }
        if let deadlyAfter, given > deadlyAfter { kill(getpid(), SIGKILL) }
    }

    private final class Pieces: BodySource {
        private let range: ClosedRange<Int>
        private let owner: FileTransport
        private let place: Locked<Int>

        init(range: ClosedRange<Int>, owner: FileTransport) {
            self.range = range
            self.owner = owner
            place = Locked(range.lowerBound)
        }

        func next() async throws(NetworkError) -> [UInt8]? {
            let (start, end) = place.withLock { place in
                let start = place
                place = min(place + 65_536, range.upperBound + 1)
                return (start, place)
            }
            owner.note(end - start)
            return start < end ? FileTransport.file.bytes(in: start..<end) : nil
        }

        func cancel() {}
    }
}
