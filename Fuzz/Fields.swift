/// Feeds the readers of field values any bytes: what was read must be read again from what is
/// written of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFields(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    // A zero byte begins another line.
    let lines = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    structured(lines)
    words(lines)
    for line in lines { single(line) }
    return 0
}

private func structured(_ lines: [String]) {
    if let item = StructuredItem(lines) {
        guard let text = item.serialized(), StructuredItem([text]) == item else {
            fatalError("an item is lost")
        }
    }
    if let list = StructuredList(lines) {
        guard let text = list.serialized(), StructuredList([text]) == list else {
            fatalError("a list is lost")
        }
    }
    if let dictionary = StructuredDictionary(lines) {
        guard let text = dictionary.serialized(), StructuredDictionary([text]) == dictionary else {
            fatalError("a dictionary is lost")
        }
    }
}

private func words(_ lines: [String]) {
    let control = CacheControl(lines)
    if CacheControl([control.description]) != control { fatalError("a directive is lost") }
    _ = (control.maxAge, control.maxStale, control.noCacheWhole, control.noCacheFields)
    let vary = Vary(lines)
    if Vary(vary.names.map(\.rawValue)).names != vary.names { fatalError("a name is lost") }
    let headers = Headers(lines.map { HeaderField("Age", $0) })
    if let age = headers.age, age < 0 { fatalError("an age below nothing") }
    _ = Headers(lines.map { HeaderField("Expires", $0) }).date("Expires", now: 0)
}

private func single(_ line: String) {
    for date in [HTTPDate(line), HTTPDate(anyCase: line)] {
        if let date, HTTPDate(date.description) != date { fatalError("a date is lost") }
    }
    if let tag = EntityTag(line), EntityTag(tag.description) != tag { fatalError("a tag is lost") }
    _ = EntityTag.list(line)
    if let range = ContentRange(line), ContentRange(range.description) != range {
        fatalError("a range is lost")
    }
    _ = ByteRanges(line)
    _ = RetryAfter(line)
}
