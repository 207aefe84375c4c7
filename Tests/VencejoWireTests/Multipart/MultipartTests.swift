import Foundation
import TestSupport
import Testing
import VencejoJSON
import VencejoWire

/// A case of the public collection `multipart/parse.json`.
struct MultipartCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Part: Decodable, Sendable {
        let name: String
        let kind: String
        let fileName: String?
        let contentTypeOrDefault: String?
        let dataBase64: String
    }

    let name: String
    let boundary: String
    let bodyLatin1: String
    let verdict: String
    let parts: [Part]?

    var testDescription: String { name }
    var body: [UInt8] { bodyLatin1.latin1Bytes }

    static let all: [MultipartCase] = Self.load("parse")

    static func load<Value: Decodable>(_ name: String) -> [Value] {
        guard let data = try? Conformance.data("multipart/\(name).json") else { return [] }
        return (try? JSON(keys: .snakeCase).decode([Value].self, from: [UInt8](data))) ?? []
    }
}

/// A case of the public collection `multipart/write.json`.
struct MultipartWriteCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Part: Decodable, Sendable {
        let name: String
        let fileName: String?
        let contentType: String?
        let text: String?
        let base64: String?
    }

    let name: String
    let boundary: String
    let parts: [Part]
    let expectedBodyLatin1: String

    var testDescription: String { name }

    var form: [FormPart] {
        parts.map { part in
            FormPart(
                name: part.name,
                fileName: part.fileName,
                contentType: part.contentType,
                content: part.text.map { Array($0.utf8) }
                    ?? part.base64.flatMap { Data(base64Encoded: $0) }.map(Array.init) ?? []
            )
        }
    }

    static let all: [MultipartWriteCase] = MultipartCase.load("write")
}

extension String {
    /// Every character stands for one byte.
    fileprivate var latin1Bytes: [UInt8] {
        unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}

@Suite struct `A form in parts` {
    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: MultipartCase.all
    )
    func `is read, or refused, however it is cut`(sample: MultipartCase) throws {
        for size in [Int.max, 1, 2, 3, 7, 64] {
            let parts = try? FormPart.read(
                sample.body,
                boundary: sample.boundary,
                chunkSize: size
            )
            guard let wanted = sample.parts, sample.verdict == "ok" else {
                #expect(parts == nil)
                continue
            }
            #expect(parts?.map(\.name) == wanted.map(\.name))
            #expect(parts?.map(\.fileName) == wanted.map(\.fileName))
            let contents = parts?.map { Data($0.content).base64EncodedString() }
            #expect(contents == wanted.map(\.dataBase64))
            for (part, other) in zip(parts ?? [], wanted) {
                guard let type = other.contentTypeOrDefault else { continue }
                #expect((part.contentType ?? "text/plain") == type)
            }
        }
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: MultipartWriteCase.all
    )
    func `is written byte for byte`(sample: MultipartWriteCase) throws {
        let bytes = FormPart.write(sample.form, boundary: sample.boundary)
        #expect(bytes == sample.expectedBodyLatin1.latin1Bytes)
        #expect(try FormPart.read(bytes, boundary: sample.boundary) == sample.form)
    }

    @Test func `of any content is read as it was written, in any pieces`() throws {
        var generator = Seeded(state: 11)
        let tricky: [[UInt8]] = [
            [0x0D], [0x0A], [0x0D, 0x0A], Array("\r\n--b".utf8), Array("\r\n--bx".utf8),
            Array("--b--".utf8), Array("\r\n--".utf8), [0x00, 0xFF], Array("text".utf8),
        ]
        for _ in 0..<500 {
            let parts = (0..<Int.random(in: 0...4, using: &generator)).map { number in
                FormPart(
                    name: "part \(number)\"\r\n",
                    fileName: Bool.random(using: &generator) ? "ñ\u{1F426}.bin" : nil,
                    contentType: Bool.random(using: &generator) ? "image/png" : nil,
                    content: (0..<Int.random(in: 0...12, using: &generator)).flatMap { _ in
                        tricky.randomElement(using: &generator) ?? []
                    }
                )
            }
            // What would end the part must not be in it: the boundary is longer than all of it.
            let bytes = FormPart.write(parts, boundary: "boundary-7")
            let size = Int.random(in: 1...9, using: &generator)
            #expect(try FormPart.read(bytes, boundary: "boundary-7", chunkSize: size) == parts)
        }
    }

    @Test func `with fields without end is refused, and one cut short is no form`() throws {
        let long = "--b\r\nX: " + String(repeating: "a", count: 20_000)
        #expect(throws: MultipartFault.badFields) {
            try FormPart.read(Array(long.utf8), boundary: "b")
        }
        let whole = FormPart.write([FormPart(name: "a", content: [1, 2])], boundary: "b")
        for count in 0..<whole.count - 2 {
            #expect(throws: MultipartFault.self) {
                try FormPart.read(Array(whole.prefix(count)), boundary: "b")
            }
        }
    }
}
