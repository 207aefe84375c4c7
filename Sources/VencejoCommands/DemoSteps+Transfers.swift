import Vencejo
import VencejoConcurrency
import VencejoCore
import VencejoDigest
import VencejoHTTP
import VencejoMockServer
import VencejoTransfer

extension DemoSteps {
    static let transfers: [DemoStep] = [
        DemoStep(
            title: "An upload with a bar (A9)",
            code: #"try await api.upload(.multipart([.file("photo", path), …]), to: "photos")"#
                + " { progress in … }"
        ) { world in
            let photo = MockFile.patterned(count: 2_000_000).contents
            return try await visiting(world, .retry(), isTapped: false) { request in
                let parts = (try? request.formParts()) ?? []
                let sizes = parts.map { "\($0.name): \($0.content.count)" }
                return .text("recibido " + sizes.joined(separator: ", "))
            } _: { api, _ in
                let last = Locked(TransferProgress())
                let response = try await api.upload(
                    .multipart([
                        .field("title", "Playa"),
                        .data("photo", photo, fileName: "playa.jpg"),
                    ]),
                    to: "photos"
                ) { progress in
                    last.withLock { last in
                        last = TransferProgress(bytes: progress.bytes, total: progress.total)
                    }
                }
                let bar = ProgressBar(isColoured: false).line(last.withLock { $0 }, width: 64)
                return bar + "\n" + response.text()
            }
        },
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
        },
    ]
}
