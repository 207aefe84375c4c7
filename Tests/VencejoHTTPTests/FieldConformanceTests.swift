import Foundation
import TestSupport
import Testing
import VencejoHTTP

/// The fields of the public suite that this library reads, as its README judges them.
@Suite struct FieldConformanceTests {
    static func cases(_ fields: String...) -> [Case] {
        Case.all("http-fields/httplint-fields.json").filter {
            fields.contains($0.text("field") ?? "")
        }
    }

    static func headers(_ sample: Case) -> Headers {
        let name = HeaderName(sample.text("field") ?? "")
        return Headers(sample.texts("values").map { HeaderField(name, $0) })
    }

    private static func isUsable(_ sample: Case) -> Bool {
        sample["expected"] != nil
            && !sample.texts("lint_notes").contains {
                $0.contains("SYNTAX") || $0.contains("INVALID")
            }
    }

    @Test(arguments: cases("Age"))
    func `the age is read`(sample: Case) {
        #expect(Self.headers(sample).age == sample["expected"] as? Int)
    }

    @Test(arguments: cases("Date", "Expires", "Last-Modified"))
    func `dates are read`(sample: Case) {
        let date = Self.headers(sample).date(HeaderName(sample.text("field") ?? ""), now: 0)
        #expect(date?.secondsSince1970 == sample["expected"] as? Int)
    }

    @Test(arguments: cases("ETag"))
    func `entity tags are read`(sample: Case) {
        let tag = sample.texts("values").first.flatMap { EntityTag($0) }
        let expected = sample["expected"] as? [Any]
        #expect((tag != nil) == Self.isUsable(sample))
        if let tag {
            #expect(tag.isWeak == expected?.first as? Bool)
            #expect(tag.opaque == expected?.last as? String)
        }
    }

    @Test(arguments: cases("If-None-Match", "If-Match"))
    func `lists of entity tags are read`(sample: Case) {
        let tags = EntityTag.list(sample.texts("values").joined(separator: ", "))
        #expect(tags.map(\.description) == sample.texts("expected"))
    }

    @Test(arguments: cases("Vary"))
    func `the fields that vary are read`(sample: Case) {
        let vary = Vary(sample.texts("values"))
        let expected = sample.texts("expected")
        #expect(vary.names.map { $0.rawValue.lowercased() } == expected.filter { $0 != "*" })
        #expect(vary.isAny == expected.contains("*"))
    }

    @Test(arguments: cases("Content-Range"))
    func `content ranges are read`(sample: Case) {
        let range = sample.texts("values").first.flatMap { ContentRange($0) }
        let expected = sample["expected"] as? [String: Any]
        guard Self.isUsable(sample) else {
            #expect(range == nil)
            return
        }
        #expect(range?.bytes?.lowerBound == expected?["first_byte_pos"] as? Int)
        #expect(range?.bytes?.upperBound == expected?["last_byte_pos"] as? Int)
        #expect(range?.completeLength == expected?["complete_length"] as? Int)
    }

    @Test(arguments: cases("Range"))
    func `asked ranges are read`(sample: Case) {
        let ranges = sample.texts("values").first.flatMap { ByteRanges($0) }
        guard Self.isUsable(sample) else {
            #expect(ranges == nil)
            return
        }
        let expected = (sample["expected"] as? [String: Any])?["ranges"] as? [[Any]]
        let read = ranges?.parts.map { part -> [Int?] in
            switch part {
            case .from(let first): [first, nil]
            case .between(let range): [range.lowerBound, range.upperBound]
            case .last(let count): [nil, count]
            }
        }
        #expect(read == expected?.map { $0.map { $0 as? Int } })
    }

    @Test(arguments: cases("Cache-Control", "CDN-Cache-Control"))
    func `directives are read`(sample: Case) {
        let control = CacheControl(sample.texts("values"))
        let notes = sample.texts("lint_notes")
        if notes.contains("CC_BAD_VALUE_TYPE") {
            #expect(control.maxAge == nil)
            return
        }
        let expected = (sample["expected"] as? [[Any]])?.map { pair in
            CacheControl.Directive(
                pair[0] as? String ?? "",
                (pair[1] as? Int).map(String.init) ?? pair[1] as? String
            )
        }
        #expect(control.directives == expected)
    }

    @Test(arguments: cases("Cache-Status"))
    func `a list of structured items is read`(sample: Case) {
        let list = StructuredList(sample.texts("values"))
        let expected = sample["expected"] as? [[Any]] ?? []
        #expect(list?.members.count == expected.count)
        for (member, expected) in zip(list?.members ?? [], expected) {
            #expect(member.value?.text == (expected[0] as? [String: Any])?["value"] as? String)
            #expect(
                Set(member.parameters.map(\.key))
                    == Set((expected[1] as? [String: Any] ?? [:]).keys)
            )
        }
    }
}
