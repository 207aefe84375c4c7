/// Feeds the JSON coder whatever comes: it reads or refuses, and what it read survives writing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let json = coders[Int(start[0]) % coders.count]
    models(json, bytes)
    bothWays(json, bytes)
    guard let value = try? JSONValue(parsing: bytes) else { return 0 }
    let text = value.serializedBytes(pretty: start[0] & 1 == 1)
    guard (try? JSONValue(parsing: text)) == value else { fatalError("written and read again") }
    guard (try? JSON().decode(JSONValue.self, from: bytes)) == value else {
        fatalError("a value that is parsed is decoded")
    }
    changes(value)
    return 0
}

private let coders: [JSON] = [
    JSON(), JSON(keys: .snakeCase, dates: .tolerant),
    JSON(keys: .snakeCaseAcronyms, dates: .secondsSince1970), JSON(dates: .millisecondsSince1970),
    infinities(),
]

private func infinities() -> JSON {
    var json = JSON(keys: .custom(decode: { $0.lowercased() }, encode: { $0 }))
    json.nonConformingFloats = .strings(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    json.assumesTopLevelDictionary = true
    json.data = .base64URL
    return json
}

private enum State: String, Codable { case on, off }

private struct Model: Codable {
    var id: Int?
    var name: String?
    var userName: String?
    var ratio: Double?
    var flags: [Bool?]?
    var counts: [String: UInt8]?
    var inner: [Model]?
    var any: JSONValue?
    @Default<Defaults.Zero<Int>> var level: Int
    @Lossy var tags: [String]
    @Flexible var price: Double?
    var state: Open<State>?
}

/// The same read twice: by containers, and by itself.
private struct Slow: Decodable {
    var id: Int?
    var name: String?
    var userName: String?
    var ratio: Double?
    var flags: [Bool?]?
    var counts: [String: UInt8]?
    var inner: [Slow]?
    var tags: [String]?
    var lines: [[Double]]?
    var any: JSONValue?
    var level: Int8
}

private struct Quick: JSONReadable {
    enum CodingKeys: String, CodingKey {
        case id, name, userName, ratio, flags, counts, inner, tags, lines, any, level
    }

    let slow: Slow

    init(json: JSONReader<CodingKeys>) throws {
        slow = try Slow(
            id: json.readIfPresent(.id),
            name: json.readIfPresent(.name),
            userName: json.readIfPresent(.userName),
            ratio: json.readIfPresent(.ratio),
            flags: json.readIfPresent(.flags),
            counts: json.readIfPresent(.counts),
            inner: json.readIfPresent(.inner, as: [Quick].self)?.map(\.slow),
            tags: json.readIfPresent(.tags),
            lines: json.readIfPresent(.lines),
            any: json.readIfPresent(.any),
            level: json.read(.level)
        )
    }

    init(from decoder: any Decoder) throws { slow = try Slow(from: decoder) }
}

private func bothWays(_ json: JSON, _ bytes: [UInt8]) {
    func outcome<T: Decodable>(_ type: T.Type) -> String {
        do throws(JSONError) {
            let value = try json.decode(type, from: bytes)
            return "\((value as? Quick)?.slow ?? value as? Slow)"
        } catch {
            return
                "\(error.kind) \(error.path) \(error.line ?? 0) \(error.column ?? 0) \(error.found)"
        }
    }
    let (quick, slow) = (outcome(Quick.self), outcome(Slow.self))
    // A dictionary prints its members in any order.
    if quick != slow, quick.count != slow.count { fatalError("\(quick) by itself, else \(slow)") }
}

/// Tries one alternative after the other, as people's own types do.
private enum Anything: Decodable {
    case value

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() || (try? container.decode(Bool.self)) != nil
            || (try? container.decode(Int64.self)) != nil
            || (try? container.decode(Float.self)) != nil
            || (try? container.decode(String.self)) != nil
            || (try? container.decode([Anything].self)) != nil
        {
            self = .value
        } else {
            _ = try container.decode([String: Anything].self)
            self = .value
        }
    }
}

private func models(_ json: JSON, _ bytes: [UInt8]) {
    do throws(JSONError) {
        let model = try json.decode(Model.self, from: bytes)
        guard let written = try? json.encode(model) else { return }
        guard (try? json.decode(Model.self, from: written)) != nil else {
            fatalError("a model that was read is not read again")
        }
    } catch {
        if error.report.isEmpty || error.snippet.count > 80 { fatalError("an error says nothing") }
    }
    _ = try? json.decodeReporting([Model].self, from: bytes)
    _ = try? json.decode([Int].self, from: bytes)
    _ = try? json.decode(Anything.self, from: bytes)
    _ = try? json.decode([String: [Double]].self, from: bytes, at: "a.b[0]")
    let text = String(decoding: bytes, as: UTF8.self)
    _ = DateTolerance(offsetWithoutZone: 3600).seconds(text)
    _ = DateFormat(text).map { $0.text(0).map($0.seconds) }
}

private func changes(_ value: JSONValue) {
    let other = value.merging(["a": ["b": nil], "c": 1])
    guard value.merging(value.mergePatch(to: other)) == other || hasNull(other) else {
        fatalError("a merge patch does not lead to its goal")
    }
    if let patch = try? JSONPatch(value), let result = try? JSONValue.object([:]).applying(patch) {
        guard (try? JSONValue(parsing: result.serializedBytes())) == result else {
            fatalError("a patched value is not read again")
        }
    }
    for text in value.arrayValue ?? [] {
        guard let pointer = text.stringValue.flatMap({ JSONPointer($0) }) else { continue }
        guard JSONPointer(pointer.description) == pointer,
            JSONPointer(fragment: pointer.fragment) == pointer
        else { fatalError("a pointer changes when written") }
        _ = value[pointer]
    }
}

private func hasNull(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .array(let array): array.contains(where: hasNull)
    case .object(let object):
        object.contains { hasNull($0.value) } || Set(object.keys).count < object.count
    default: false
    }
}
