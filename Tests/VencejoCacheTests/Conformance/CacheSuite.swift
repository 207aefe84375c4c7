import Foundation
import TestSupport
import VencejoJSON

/// The public suite of cache tests, as its README describes it.
enum CacheSuite {
    struct Test: Sendable {
        let group: String
        let json: JSONValue

        var id: String { json["id"]?.stringValue ?? "" }
        var name: String { json["name"]?.stringValue ?? "" }
        var kind: String { json["kind"]?.stringValue ?? "" }
        var dependencies: [String] { json["depends_on"].strings }
        var needs: [String] { json["needs"].strings }
        var isForPrivateCache: Bool { json["private_cache"]?.boolValue ?? true }
        var isForBrowsers: Bool { json["browser_only"]?.boolValue ?? false }
        var isForCDN: Bool { json["cdn_only"]?.boolValue ?? false }
        var steps: [Step] { json["requests"]?.arrayValue?.map(Step.init) ?? [] }
    }

    struct Step: Sendable {
        let json: JSONValue

        subscript(name: String) -> JSONValue? { json[name] }

        func has(_ name: String) -> Bool { json[name] != nil }
        func flag(_ name: String) -> Bool { json[name]?.boolValue ?? false }
        func text(_ name: String) -> String? { json[name]?.stringValue }
        func list(_ name: String) -> [JSONValue] { json[name]?.arrayValue ?? [] }
        var expectedType: String? { text("expected_type") }
        /// Whether a failure of a check says that the test could not be carried out.
        func isSetup(_ check: String) -> Bool {
            flag("setup") || json["setup_tests"].strings.contains(check)
        }
    }

    static func tests() throws -> [Test] {
        let folder = Conformance.folder.appending(path: "http-cache")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try files.filter { $0.hasSuffix(".json") }.sorted().flatMap { file in
            let group = try JSONValue(parsing: Conformance.data("http-cache/" + file))
            return (group["tests"]?.arrayValue ?? []).map {
                Test(group: String(file.dropLast(5)), json: $0)
            }
        }
    }
}

extension JSONValue? {
    var strings: [String] { self?.arrayValue?.compactMap(\.stringValue) ?? [] }
}
