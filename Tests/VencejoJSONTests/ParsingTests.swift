import Foundation
import TestSupport
import Testing
import VencejoJSON

/// The public test suite of parsers.
enum ParsingSuite {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    static func samples(_ prefix: String) -> [Sample] {
        files("json-parsing/test_parsing").filter { $0.name.hasPrefix(prefix) }
    }

    static func files(_ path: String) -> [Sample] {
        let folder = Conformance.folder.appending(path: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name)))
                .map { Sample(name: name, bytes: [UInt8]($0)) }
        }
    }
}

@Suite struct `A JSON text` {
    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: ParsingSuite.samples("y_")
    )
    func `that the grammar allows is read and survives being written`(sample: ParsingSuite.Sample)
        throws
    {
        let value = try JSONValue(parsing: sample.bytes)
        #expect(try JSONValue(parsing: value.serialized()) == value)
        #expect(try JSONValue(parsing: value.serialized(pretty: true)) == value)
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: ParsingSuite.samples("n_")
    )
    func `that the grammar forbids is rejected with its place`(sample: ParsingSuite.Sample) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: sample.bytes) }
        let kinds: [JSONError.Kind?] = [
            .syntax, .empty, .notJSON, .truncated, .notUnicode, .tooDeep,
        ]
        #expect(kinds.contains(error?.kind))
        #expect(error?.reason.isEmpty == false)
        #expect(error?.line != nil)
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: ParsingSuite.samples("i_")
    )
    func `that the grammar leaves open is read or rejected, no third way`(
        sample: ParsingSuite.Sample
    ) {
        if let value = try? JSONValue(parsing: sample.bytes) {
            #expect((try? JSONValue(parsing: value.serialized())) == value)
        }
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: ParsingSuite.files("json-samples/priority")
            + ParsingSuite.files("json-samples/samples")
            + ParsingSuite.files("json-samples/misc")
    )
    func `that real services send is written as it was read`(sample: ParsingSuite.Sample) throws {
        let value = try JSONValue(parsing: sample.bytes)
        for text in [value.serialized(), value.serialized(pretty: true)] {
            #expect(try JSONValue(parsing: text) == value)
        }
        #expect(try JSON().decode(JSONValue.self, from: sample.bytes) == value)
        let theirs = try JSONSerialization.jsonObject(
            with: Data(sample.bytes),
            options: .fragmentsAllowed
        )
        let again = try JSONSerialization.jsonObject(
            with: Data(value.serialized().utf8),
            options: .fragmentsAllowed
        )
        #expect((theirs as? NSObject) == (again as? NSObject))
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: ParsingSuite.files("json-parsing/test_transform")
    )
    func `that parsers differ on is read or rejected, and stays as it was read`(
        sample: ParsingSuite.Sample
    ) {
        guard let value = try? JSONValue(parsing: sample.bytes) else { return }
        #expect((try? JSONValue(parsing: value.serialized())) == value)
    }
}
