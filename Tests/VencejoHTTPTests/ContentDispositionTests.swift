import Testing
import VencejoHTTP
import VencejoJSON

@Suite struct ContentDispositionTests {
    @Test(
        arguments: [
            (#"attachment"#, "attachment", nil),
            (#"Attachment; FileName="a b.txt""#, "attachment", "a b.txt"),
            (#"inline; filename=a.txt"#, "inline", "a.txt"),
            (#"attachment; filename="a;b.txt"; x=1"#, "attachment", "a;b.txt"),
            (#"attachment; filename="a\"b\\c.txt""#, "attachment", #"a"b\c.txt"#),
            (#"form-data; filename*=UTF-8''%e2%82%ac.txt; filename="e.txt""#, "form-data", "€.txt"),
            (#"attachment; filename="e"; filename*=iso-8859-1'en'%A3.txt"#, "attachment", "£.txt"),
            // What cannot be decoded leaves the plain name.
            (#"attachment; filename="e.txt"; filename*=UTF-8''%ff.txt"#, "attachment", "e.txt"),
            (#"attachment; filename="e.txt"; filename*=koi8-r''x.txt"#, "attachment", "e.txt"),
            (#"attachment; filename="e.txt"; filename*=x.txt"#, "attachment", "e.txt"),
            (#"attachment; filename=a.txt; filename=b.txt"#, "attachment", "a.txt"),
            (#"attachment;; =x; filename = a.txt ; "#, "attachment", "a.txt"),
            (#"attachment; filename="open"#, "attachment", "open"),
            (#"attachment; filename="../../etc/passwd""#, "attachment", "../../etc/passwd"),
            (#"attachment; filename="#, "attachment", ""),
        ] as [(String, String, String?)]
    )
    func `type and name are read`(field: String, type: String, name: String?) {
        let read = ContentDisposition(field)
        #expect(read?.type == type)
        #expect(read?.filename == name)
    }

    @Test(arguments: ["", ";", "=x", #""a"; filename=b"#])
    func `without a type there is nothing`(field: String) {
        #expect(ContentDisposition(field) == nil)
    }

    @Test(arguments: FieldSample.all("Content-Disposition"))
    func `the public cases are read as they say`(sample: FieldSample) throws {
        // A field that comes twice is one too many (RFC 9110 §5.3): the first counts.
        let read = try #require(ContentDisposition(sample.values[0]))
        let expected = try #require(sample.expected?.arrayValue)
        #expect(read.type == expected[0].stringValue)
        let parameters = try #require(expected[1].objectValue)
        #expect(read.parameters.count == parameters.count)
        for (name, value) in parameters { #expect(read[name] == value.stringValue) }
    }
}
