import TestSupport
import Testing
import VencejoHTTP
import VencejoJSON

/// A case of the public suite of fields; Foundation cannot read its largest numbers.
struct FieldSample: Sendable, CustomTestStringConvertible {
    let json: JSONValue

    var field: String { json["field"]?.stringValue ?? "" }
    var values: [String] { json["values"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    var notes: [String] { json["lint_notes"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    var expected: JSONValue? { json["expected"].flatMap { $0.isNull ? nil : $0 } }
    var testDescription: String { json["id"]?.stringValue ?? "" }

    static func all(_ fields: String...) -> [FieldSample] {
        guard let data = try? Conformance.data("http-fields/httplint-fields.json"),
            let cases = try? JSONValue(parsing: data).arrayValue
        else { return [] }
        return cases.map(FieldSample.init).filter { fields.contains($0.field) }
    }
}

/// The fields of the public suite that this library reads, as its README judges them.
@Suite struct FieldConformanceTests {
    static func headers(_ sample: FieldSample) -> Headers {
        let name = HeaderName(sample.field)
        return Headers(sample.values.map { HeaderField(name, $0) })
    }

    private static func isUsable(_ sample: FieldSample) -> Bool {
        sample.expected != nil
            && !sample.notes.contains {
                $0.contains("SYNTAX") || $0.contains("INVALID")
            }
    }

    @Test(arguments: FieldSample.all("Age"))
    func `the age is read`(sample: FieldSample) {
        #expect(Self.headers(sample).age == sample.expected?.intValue)
    }

    @Test(arguments: FieldSample.all("Date", "Expires", "Last-Modified"))
    func `dates are read`(sample: FieldSample) {
        let date = Self.headers(sample).date(HeaderName(sample.field), now: 0)
        #expect(date?.secondsSince1970 == sample.expected?.intValue)
    }

    @Test(arguments: FieldSample.all("ETag"))
    func `entity tags are read`(sample: FieldSample) {
        let tag = sample.values.first.flatMap { EntityTag($0) }
        let expected = sample.expected?.arrayValue
        #expect((tag != nil) == Self.isUsable(sample))
        if let tag {
            #expect(tag.isWeak == expected?.first?.boolValue)
            #expect(tag.opaque == expected?.last?.stringValue)
        }
    }

    @Test(arguments: FieldSample.all("If-None-Match", "If-Match"))
    func `lists of entity tags are read`(sample: FieldSample) {
        let tags = EntityTag.list(sample.values.joined(separator: ", "))
        #expect(
            tags.map(\.description)
                == (sample.expected?.arrayValue?.compactMap(\.stringValue) ?? [])
        )
    }

    @Test(arguments: FieldSample.all("Vary"))
    func `the fields that vary are read`(sample: FieldSample) {
        let vary = Vary(sample.values)
        let expected = (sample.expected?.arrayValue?.compactMap(\.stringValue) ?? [])
        #expect(vary.names.map { $0.rawValue.lowercased() } == expected.filter { $0 != "*" })
        #expect(vary.isAny == expected.contains("*"))
    }

    @Test(arguments: FieldSample.all("Content-Range"))
    func `content ranges are read`(sample: FieldSample) {
        let range = sample.values.first.flatMap { ContentRange($0) }
        let expected = sample.expected
        guard Self.isUsable(sample) else {
            #expect(range == nil)
            return
        }
        #expect(range?.bytes?.lowerBound == expected?["first_byte_pos"]?.intValue)
        #expect(range?.bytes?.upperBound == expected?["last_byte_pos"]?.intValue)
        #expect(range?.completeLength == expected?["complete_length"]?.intValue)
    }

    @Test(arguments: FieldSample.all("Range"))
    func `asked ranges are read`(sample: FieldSample) {
        let ranges = sample.values.first.flatMap { ByteRanges($0) }
        guard Self.isUsable(sample) else {
            #expect(ranges == nil)
            return
        }
        let expected = sample.expected?["ranges"]?.arrayValue
        let read = ranges?.parts.map { part -> [Int?] in
            switch part {
            case .from(let first): [first, nil]
            case .between(let range): [range.lowerBound, range.upperBound]
            case .last(let count): [nil, count]
            }
        }
        #expect(read == expected?.map { ($0.arrayValue ?? []).map(\.intValue) })
    }

    @Test(arguments: FieldSample.all("Cache-Control"))
    func `directives are read`(sample: FieldSample) {
        let control = CacheControl(sample.values)
        let notes = sample.notes
        if notes.contains("CC_BAD_VALUE_TYPE") {
            #expect(control.maxAge == nil)
            return
        }
        let expected = sample.expected?.arrayValue?.map { pair in
            let value = pair.arrayValue?.last
            return CacheControl.Directive(
                pair.arrayValue?.first?.stringValue ?? "",
                value?.intValue.map(String.init) ?? value?.stringValue
            )
        }
        #expect(control.directives == expected)
    }

    @Test(arguments: FieldSample.all("Cache-Status"))
    func `a list of structured items is read`(sample: FieldSample) {
        let list = StructuredList(sample.values)
        let expected = sample.expected?.arrayValue ?? []
        #expect(list?.members.count == expected.count)
        for (member, expected) in zip(list?.members ?? [], expected) {
            #expect(member.value?.text == expected.arrayValue?.first?["value"]?.stringValue)
            let names = expected.arrayValue?.last?.objectValue?.map(\.key) ?? []
            #expect(Set(member.parameters.map(\.key)) == Set(names))
        }
    }
}
