import Foundation
import Testing
import Vencejo
import VencejoMockServer
import VencejoTransfer

@Suite struct DestinationTests {
    private static let file = MockFile.patterned(count: 10_000)

    private static func named(_ disposition: String?) -> MockFile {
        var file = file
        file.headers[.contentDisposition] = disposition
        return file
    }

    @Test(
        arguments: [
            (#"attachment; filename="x y.zip""#, "x y.zip"),
            (#"attachment; filename*=UTF-8''%e2%82%ac.zip; filename="e.zip""#, "€.zip"),
            (#"attachment; filename="../../../tmp/evil""#, "evil"),
            (#"attachment; filename="/etc/passwd""#, "passwd"),
            (#"attachment; filename*=UTF-8''..%2F..%2Fevil%00.sh"#, "evil.sh"),
            (#"attachment; filename="..\\..\\con""#, "_con"),
            (#"attachment; filename="..""#, "big.bin"),
            (#"attachment; filename=".profile""#, "profile"),
            ("attachment", "big.bin"), (nil, "big.bin"),
        ] as [(String?, String)]
    )
    func `in a folder the server's name counts, made safe`(
        disposition: String?,
        name: String
    ) async throws {
        try await DownloadGround.run(Self.named(disposition)) { ground in
            let got = try await ground.api.download("x/big.bin?y=1", to: ground.folder.path)
            #expect(got.path == ground.folder.file(name))
            #expect(ground.folder.names == [name])
        }
    }

    @Test(arguments: ["/", "..", "%2e%2e", "a/%2Fetc%2Fpasswd", "a/..%5c..%5cb"])
    func `a name from the address is made safe as well`(path: String) async throws {
        try await DownloadGround.run(Self.file) { ground in
            let got = try await ground.api.download(Path(path), to: ground.folder.path + "/")
            #expect(ground.folder.names.count == 1)
            #expect(got.path == ground.folder.file(ground.folder.names[0]))
            #expect(["download", "passwd", "b"].contains(ground.folder.names[0]))
        }
    }

    @Test func `the part in a folder is found again, and its name holds`() async throws {
        let file = Self.named(#"attachment; filename="x.zip""#).cut(at: [4_000])
        try await DownloadGround.run(file) { ground in
            let once = ground.api.with { $0.retry = .never }
            await #expect(throws: NetworkError.self) {
                try await once.download("big.bin", to: ground.folder.path)
            }
            #expect(ground.folder.names.count == 2)
            #expect(ground.folder.names.allSatisfy { $0.hasPrefix("big.bin-") })
            ground.server.on(.file("big.bin", Self.file))
            let got = try await ground.api.download("big.bin", to: ground.folder.path)
            #expect(ground.ranges == ["-", "bytes=4000-"])
            #expect(got.path == ground.folder.file("x.zip"))
            #expect(ground.folder.names == ["x.zip"])
        }
    }

    @Test func `a file that is there stays, and nothing is sent`() async throws {
        try await DownloadGround.run(Self.file) { ground in
            try ground.folder.write([1], "a")
            let path = ground.folder.file("a")
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.download("a", to: path)
            }
            #expect(error?.kind == .file(FileFailure(.exists, path: path)))
            #expect(ground.server.requests.isEmpty)
            #expect(ground.folder.bytes("a") == [1] && ground.folder.names == ["a"])
        }
    }

    @Test func `a file of the server's name stays too, and the content is not fetched`()
        async throws
    {
        try await DownloadGround.run { request in
            Self.named(#"attachment; filename="a""#).response(to: request)
                .failing(.stall(after: .body(0)))
        } _: { ground in
            try ground.folder.write([1], "a")
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.download("b", to: ground.folder.path)
            }
            #expect(error?.kind == .file(FileFailure(.exists, path: ground.folder.file("a"))))
            #expect(ground.folder.bytes("a") == [1] && ground.folder.names == ["a"])
        }
    }

    @Test func `a file is replaced or numbered where that is asked for`() async throws {
        try await DownloadGround.run(Self.file) { ground in
            try ground.folder.write([1], "a.tar")
            let path = ground.folder.file("a.tar")
            let number = DownloadOptions.with { $0.existing = .number }
            for expected in ["a (2).tar", "a (3).tar"] {
                let got = try await ground.api.download("a", to: path, options: number)
                #expect(got.path == ground.folder.file(expected))
                #expect(ground.folder.bytes(expected) == Self.file.contents)
            }
            #expect(ground.folder.bytes("a.tar") == [1])
            let replace = DownloadOptions.with { $0.existing = .replace }
            let got = try await ground.api.download("a", to: path, options: replace)
            #expect(got.path == path)
            #expect(ground.folder.bytes("a.tar") == Self.file.contents)
            #expect(ground.folder.names == ["a (2).tar", "a (3).tar", "a.tar"])
        }
    }

    @Test func `a link that lies where the part should be is not followed`() async throws {
        try await DownloadGround.run(Self.file) { ground in
            try ground.folder.write([1], "victim")
            try FileManager.default.createSymbolicLink(
                atPath: ground.folder.file("a.vencejo-part"),
                withDestinationPath: ground.folder.file("victim")
            )
            await #expect(throws: NetworkError.self) {
                try await ground.api.download("a", to: ground.folder.file("a"))
            }
            #expect(ground.folder.bytes("victim") == [1])
            #expect(ground.server.requests.isEmpty)
        }
    }

    @Test(arguments: ["missing/a", "", ".", "a\0b"])
    func `a destination that cannot be is told before anything is sent`(name: String) async throws {
        try await DownloadGround.run(Self.file) { ground in
            let path = name.isEmpty ? "" : ground.folder.file(name)
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.download(
                    "a",
                    to: name == "." ? ground.folder.file("missing/.") : path
                )
            }
            guard case .file = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(ground.server.requests.isEmpty && ground.folder.names.isEmpty)
        }
    }

    @Test(
        arguments: [
            (ENOSPC, .full), (EDQUOT, .full), (EFBIG, .tooLarge), (EROFS, .readOnly),
            (EACCES, .notPermitted), (EPERM, .notPermitted), (ENOENT, .notFound),
            (ENOTDIR, .notFound), (EEXIST, .exists),
        ] as [(Int32, FileFailure.Reason)]
    )
    func `what the system says has a name`(number: Int32, reason: FileFailure.Reason) {
        #expect(FileSystem.reason(number) == reason)
    }

    @Test func `a failure of the disk is told in words, in two languages`() {
        let error = NetworkError(.file(FileFailure(.full, path: "folder/a.zip")))
        #expect(error.description == "folder/a.zip: no room is left")
        #expect(error.userMessage(in: .english) == "There is no room left for the file")
        #expect(error.userMessage(in: .spanish) == "No queda espacio para el archivo")
        #expect(!error.isRetriable)
    }

    #if os(Linux)
    @Test func `a file system that is full ends the download and leaves no litter`() async {
        await #expect(processExitsWith: .success) {
            // A limit on the size of files stands for a full disk: the same call fails.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            try await DownloadGround.run(MockFile.patterned(count: 300_000)) { ground in
                let path = ground.folder.file("a")
                let error = await #expect(throws: NetworkError.self) {
                    try await ground.api.download("a", to: path)
                }
                #expect(error?.kind == .file(FileFailure(.tooLarge, path: path + ".vencejo-part")))
                #expect(ground.folder.names.isEmpty)
            }
        }
    }
    #endif
}
