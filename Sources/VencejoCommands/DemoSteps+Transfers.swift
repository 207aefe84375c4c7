import Vencejo
import VencejoDigest
import VencejoHTTP
import VencejoMockServer

extension DemoSteps {
    static let transfers: [DemoStep] = [
        DemoStep(
            title: "A download cut in the middle, and gone on with (A9)",
            code: #"let file = try await api.download("big.bin", to: "downloads/")"#
        ) { world in
            var file = MockFile.patterned(count: 3_000_000).cut(at: [1_234_567])
            let digest = Hash.digest(.sha256, of: file.contents) ?? []
            let text = String(decoding: StructuredBase64.encode(digest), as: UTF8.self)
            file.headers[.reprDigest] = "sha-256=:\(text):"
            let served = file
            return try await visiting(world, .retry()) {
                served.response(to: $0)
            } _: { api, _ in
                guard let folder = TemporaryFolder() else {
                    throw DemoSurprise(description: "no folder for temporary files")
                }
                let file = try await api.download("big.bin", to: folder.path)
                return "\(file.count) bytes en el archivo, \(file.received) por la red\n"
                    + "comprobado: \(file.verified.joined())"
            }
        }
    ]
}
