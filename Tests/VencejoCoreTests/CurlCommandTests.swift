import Foundation
import Testing
import VencejoCore
import VencejoHTTP

struct CurlCommandTests {
    private func request(_ text: String = "https://example.com/a?b=%20c") throws -> Request {
        Request(.post, try #require(URI(text)))
    }

    @Test func `secrets stay out unless they are asked for`() throws {
        var request = try request("https://example.com/?api_key=K3Y")
        request.headers = ["Authorization": "Bearer S3CRET", "Accept": "*/*", "X-Empty": ""]
        let hidden = request.curlCommand()
        #expect(!hidden.contains("S3CRET"))
        #expect(!hidden.contains("K3Y"))
        #expect(
            request.curlCommand(showsSecrets: true) == """
                curl --request 'POST' --globoff --path-as-is 'https://example.com/?api_key=K3Y' \
                --header 'Authorization: Bearer S3CRET' --header 'Accept: */*' --header 'X-Empty;'
                """
        )
    }

    static let bodies: [[UInt8]] = [
        Array("{\"a\": \"it's\"}".utf8),
        Array("two\nlines\r\n\ttab $HOME `id` \\ \"quoted\" 100% ñ 🐦".utf8),
        Array("@/etc/hostname".utf8),
        [0, 1, 2, 255, 254, 39, 92, 37, 10],
        Array("''''".utf8),
        [],
        Array(UInt8.min...UInt8.max),
    ]

    /// Runs the command with a `curl` that writes its arguments and its input.
    @Test(arguments: bodies) func `a real shell hands curl the very bytes`(body: [UInt8]) throws {
        var request = try request()
        request.headers = ["X-Odd": "it's \"$HOME\" `id` \\n"]
        request.body = .bytes(body)
        let command = request.curlCommand(showsSecrets: true)
        let script = """
            curl() { for word; do printf '%s\\0' "$word"; done; case "$*" in *@-*) cat;; esac; }
            \(command)
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
        #expect(words.contains(Array("X-Odd: it's \"$HOME\" `id` \\n".utf8)))
        let marker = try #require(words.firstIndex(of: Array("--data-binary".utf8)))
        let rest = words[(marker + 1)...].joined(separator: [0])
        let isPiped = words[marker + 1] == Array("@-".utf8)
        let received = isPiped ? Array(rest.dropFirst(3)) : Array(rest.dropLast())
        #expect(received == body)
    }
}
