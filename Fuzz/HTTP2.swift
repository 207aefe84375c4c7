/// Stands for the sockets' own: a session alone wakes nobody.
package final class Waiter {
    package func signal() {}
}

/// Feeds a client's session what a server might send, in two pieces, with calls under way.
///
/// The first byte says where the pieces are cut, the second what the calls do in between.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP2(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 2 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 2, count: count - 2))
    let cut = Int(start[0]) % bytes.count
    var limits = HTTP2Limits()
    limits.maxHeadBytes = 4_096
    limits.maxHeaderCount = 20
    limits.streamWindow = 65_535
    guard let session = try? HTTP2Session(limits) else { fatalError("no session") }
    let streams = calls(session)
    send(session)
    let isOver = !receive(Array(bytes[..<cut]), session)
    act(start[1], session, streams)
    if !isOver { _ = receive(Array(bytes[cut...]), session) }
    act(start[1] >> 4, session, streams)
    check(streams, limits)
    session.failAll(.closed)
    for stream in streams where stream.outcome == nil { fatalError("a stream without an end") }
    session.sayGoodbye()
    send(session)
    return 0
}

/// Four calls: two wait for an answer, one is read as it comes, one still makes its body.
private func calls(_ session: HTTP2Session) -> [HTTP2Stream] {
    let fields = HTTP2Fields([
        (":method", "POST"), (":scheme", "https"), (":path", "/"), (":authority", "a.example"),
    ])
    return (0..<4).map { number in
        let stream = HTTP2Stream(isWhole: number != 2, limit: 20_000)
        if number == 3 { session.send([1, 2, 3], isLast: false, on: stream) }
        guard (try? session.submit(fields, hasBody: number == 3, on: stream)) != nil else {
            fatalError("no stream")
        }
        return stream
    }
}

private func receive(_ bytes: [UInt8], _ session: HTTP2Session) -> Bool {
    do throws(HTTP2Failure) {
        try session.receive(bytes)
    } catch {
        session.failAll(error)
        return false
    }
    return send(session)
}

@discardableResult
private func send(_ session: HTTP2Session) -> Bool {
    var output: [UInt8] = []
    guard (try? session.pull(into: &output, limit: 1 << 20)) != nil else { return false }
    if let fault = session.fault { session.failAll(fault) }
    return session.fault == nil
}

private func act(_ choice: UInt8, _ session: HTTP2Session, _ streams: [HTTP2Stream]) {
    if choice & 1 != 0 { session.cancel(streams[0], for: .cancelled) }
    if choice & 2 != 0 { session.consume(streams[2].takeIncoming().count, on: streams[2]) }
    if choice & 4 != 0 { session.send([4], isLast: choice & 8 != 0, on: streams[3]) }
    send(session)
}

private func check(_ streams: [HTTP2Stream], _ limits: HTTP2Limits) {
    for stream in streams {
        let most = max(limits.streamWindow, 20_000)
        if stream.incoming.count > most { fatalError("too much content") }
        let fields = stream.head?.headers.count ?? 0
        if fields > limits.maxHeaderCount { fatalError("too many fields") }
        if let head = stream.head, !(200...999 ~= head.status.code) {
            fatalError("no final status")
        }
        if stream.outcome == .complete, stream.head == nil { fatalError("an end without a head") }
    }
}
