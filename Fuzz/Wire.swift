/// Feeds the parsers the same bytes whole and cut in two; both must see the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWire(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let cut = Int(start[0]) % bytes.count
    let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
    if answers([bytes]) != answers(pieces) { fatalError("an answer depends on its pieces") }
    if requests([bytes]) != requests(pieces) { fatalError("a request depends on its pieces") }
    return 0
}

private func answers(_ pieces: [[UInt8]]) -> [String] {
    var seen: [String] = []
    var parser = ResponseParser(requestMethod: "GET")
    do throws(WireError) {
        for piece in pieces {
            var rest = piece
            while !rest.isEmpty {
                rest.removeFirst(try parser.feed(rest))
                guard parser.isComplete else { continue }
                seen.append("\(String(describing: parser.head)) \(parser.body) \(parser.trailers)")
                parser = ResponseParser(requestMethod: "GET")
            }
        }
        seen.append("\(String(describing: parser.head)) \(parser.body)")
        try parser.end()
    } catch {
        seen.append("\(error)")
    }
    return seen
}

private func requests(_ pieces: [[UInt8]]) -> [String] {
    var seen: [String] = []
    var parser = RequestParser()
    do throws(WireError) {
        for piece in pieces {
            var rest = piece
            while !rest.isEmpty {
                rest.removeFirst(try parser.feed(rest))
                guard parser.isComplete else { continue }
                seen.append("\(String(describing: parser.head)) \(parser.body) \(parser.trailers)")
                parser.reset()
            }
        }
        seen.append("\(String(describing: parser.head)) \(parser.body)")
        try parser.end()
    } catch {
        seen.append("\(error)")
    }
    return seen
}
