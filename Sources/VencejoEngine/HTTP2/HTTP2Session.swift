#if os(Linux)
import CNGHTTP2
import VencejoSockets

/// The client's side of one HTTP/2 connection: bytes in, streams that change, bytes out.
///
///     receive(bytes) ──► nghttp2 ──► streams: head, content, trailers, outcome
///     submit, resume, consume, reset ──► nghttp2 ──► pull(into:)
///
/// It knows no socket and no clock. Unchecked: one thread at a time uses it, under the lock of the
/// connection that owns it.
package final class HTTP2Session: @unchecked Sendable {
    let limits: HTTP2Limits
    private var handle: OpaquePointer?
    package private(set) var streams: [Int32: HTTP2Stream] = [:]
    private var touched: [HTTP2Stream] = []
    var credit: HTTP2FrameCredit
    /// The moment that counts for what is received now.
    package var now: UInt64 = 0
    /// When anything last came.
    package private(set) var lastReceived: UInt64 = 0
    /// For what the connection must end, as seen from this side.
    package internal(set) var fault: HTTP2Failure?
    /// What nghttp2 last found wrong with a frame.
    var lastInvalid: Int32?
    /// Whether the server said that it takes no more requests.
    package internal(set) var isGoingAway = false
    package internal(set) var goAwayCode: UInt32 = 0
    package internal(set) var hasSettings = false

    package init(_ limits: HTTP2Limits = HTTP2Limits()) throws(HTTP2Failure) {
        self.limits = limits
        credit = HTTP2FrameCredit(limits)
        handle = try Self.makeHandle(for: self)
        try greet()
    }

    deinit {
        nghttp2_session_del(handle)
    }

    private static func makeHandle(
        for session: HTTP2Session
    ) throws(HTTP2Failure) -> OpaquePointer? {
        var callbacks: OpaquePointer?
        var option: OpaquePointer?
        var handle: OpaquePointer?
        defer {
            nghttp2_session_callbacks_del(callbacks)
            nghttp2_option_del(option)
        }
        guard nghttp2_session_callbacks_new(&callbacks) == 0, nghttp2_option_new(&option) == 0
        else { throw .library(NGHTTP2_ERR_NOMEM.rawValue) }
        setCallbacks(callbacks)
        // Windows open as readers take content, not as it comes.
        nghttp2_option_set_no_auto_window_update(option, 1)
        nghttp2_option_set_max_outbound_ack(option, 256)
        nghttp2_option_set_max_settings(option, 32)
        nghttp2_option_set_no_closed_streams(option, 1)
        // Push is switched off; a server that never acknowledges that gains nothing.
        nghttp2_option_set_max_reserved_remote_streams(option, 0)
        let context = Unmanaged.passUnretained(session).toOpaque()
        let code = nghttp2_session_client_new2(&handle, callbacks, context, option)
        guard code == 0 else { throw .library(code) }
        return handle
    }

    private func greet() throws(HTTP2Failure) {
        let settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue),
                value: 0
            ),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue),
                value: UInt32(clamping: min(limits.streamWindow, Int(Int32.max)))
            ),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
                value: UInt32(clamping: limits.maxHeadBytes)
            ),
        ]
        try Self.check(
            nghttp2_submit_settings(
                handle,
                UInt8(NGHTTP2_FLAG_NONE.rawValue),
                settings,
                settings.count
            )
        )
        try Self.check(
            nghttp2_session_set_local_window_size(
                handle,
                UInt8(NGHTTP2_FLAG_NONE.rawValue),
                0,
                Int32(clamping: limits.connectionWindow)
            )
        )
    }

    static func check(_ code: Int32) throws(HTTP2Failure) {
        guard code == 0 else { throw .library(code) }
    }
}

extension HTTP2Session {
    /// How many streams the server allows at once; nghttp2 takes 100 until it says.
    package var maxStreams: Int {
        let code = NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS
        return min(
            limits.maxStreams,
            Int(nghttp2_session_get_remote_settings(handle, code))
        )
    }

    /// Whether another request may be sent on this connection.
    package var takesRequests: Bool {
        fault == nil && !isGoingAway && nghttp2_session_check_request_allowed(handle) != 0
    }

    /// Takes bytes from the server; a failure ends the connection.
    ///
    /// Where nghttp2 itself ends it, ``fault`` says so once its last frame was pulled.
    package func receive(
        _ bytes: UnsafeRawBufferPointer,
        at now: UInt64 = 0
    ) throws(HTTP2Failure) {
        self.now = now
        lastReceived = now
        credit.pass(to: now)
        let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let count = nghttp2_session_mem_recv(handle, base, bytes.count)
        if let fault { throw fault }
        guard count >= 0 else {
            // Answers to PING and SETTINGS that nobody fetches are counted by nghttp2.
            let isFlood = count == Int(NGHTTP2_ERR_FLOODED.rawValue)
            let failure: HTTP2Failure = isFlood ? .flood : .library(Int32(clamping: count))
            fault = failure
            throw failure
        }
    }

    /// The same for bytes in an array.
    package func receive(_ bytes: [UInt8], at now: UInt64 = 0) throws(HTTP2Failure) {
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(HTTP2Failure) in try receive(bytes, at: now) }
        }.get()
    }

    /// Appends what is to be sent, until there is nothing more or `limit` is passed.
    package func pull(into output: inout [UInt8], limit: Int = 65_536) throws(HTTP2Failure) {
        while output.count < limit {
            var base: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(handle, &base)
            guard count >= 0 else { throw .library(Int32(clamping: count)) }
            guard count > 0 else { return }
            output.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
        }
    }

    /// Opens a stream; its body is what stands in `stream` now, and what is appended later.
    package func submit(
        _ fields: HTTP2Fields,
        hasBody: Bool,
        on stream: HTTP2Stream
    ) throws(HTTP2Failure) {
        let context = Unmanaged.passUnretained(stream).toOpaque()
        let id = fields.withPairs { pairs, count in
            guard hasBody else {
                return nghttp2_submit_request(handle, nil, pairs, count, nil, context)
            }
            var provider = nghttp2_data_provider()
            provider.read_callback = Self.provide
            return nghttp2_submit_request(handle, nil, pairs, count, &provider, context)
        }
        guard id > 0 else { throw .library(id) }
        stream.id = id
        stream.submitted = now
        stream.lastMove = now
        streams[id] = stream
        credit.earn(2)
    }

    /// Lets the body of a request go on after more was appended, or its end was said.
    package func resume(_ stream: HTTP2Stream) {
        guard stream.isDeferred, stream.outcome == nil else { return }
        stream.isDeferred = false
        nghttp2_session_resume_data(handle, stream.id)
    }

    /// Appends a piece to the body of a request; the last one ends it.
    package func send(_ piece: [UInt8], isLast: Bool, on stream: HTTP2Stream) {
        guard stream.outcome == nil else { return }
        if !piece.isEmpty { stream.append(piece) }
        stream.isOutgoingWhole = isLast
        resume(stream)
    }

    /// Opens the stream's window by what its reader has taken.
    package func consume(_ count: Int, on stream: HTTP2Stream) {
        guard count > 0, stream.outcome == nil else { return }
        nghttp2_session_consume_stream(handle, stream.id, count)
    }

    /// Ends a stream from this side.
    package func cancel(_ stream: HTTP2Stream, for failure: HTTP2Failure) {
        guard stream.outcome == nil else { return }
        nghttp2_submit_rst_stream(
            handle,
            UInt8(NGHTTP2_FLAG_NONE.rawValue),
            stream.id,
            NGHTTP2_CANCEL.rawValue
        )
        finish(stream, .failed(failure))
    }

    /// Says that this side is done, and where the server is to blame, that it is.
    package func sayGoodbye() {
        let code = fault == nil ? NGHTTP2_NO_ERROR : NGHTTP2_ENHANCE_YOUR_CALM
        nghttp2_session_terminate_session(handle, code.rawValue)
    }

    /// Ends every stream that is still open.
    package func failAll(_ failure: HTTP2Failure) {
        for stream in Array(streams.values) { finish(stream, .failed(failure)) }
    }
}

extension HTTP2Session {
    /// Who waits for what has changed since the last call; to be woken outside the lock.
    func takeWaiters() -> [Waiter] {
        guard !touched.isEmpty else { return [] }
        var waiters: [Waiter] = []
        for stream in touched {
            if stream.wakesReader, let reader = stream.reader { waiters.append(reader) }
            if stream.wakesWriter, let writer = stream.writer { waiters.append(writer) }
            stream.wakesReader = false
            stream.wakesWriter = false
            stream.isTouched = false
        }
        touched.removeAll(keepingCapacity: true)
        return waiters
    }

    func touch(_ stream: HTTP2Stream, _ waiter: HTTP2Stream.Side = .reader) {
        switch waiter {
        case .reader: stream.wakesReader = true
        case .writer: stream.wakesWriter = true
        }
        guard !stream.isTouched else { return }
        stream.isTouched = true
        touched.append(stream)
    }

    /// Settles a stream, once.
    func finish(_ stream: HTTP2Stream, _ outcome: HTTP2Stream.Outcome) {
        guard stream.outcome == nil else { return }
        stream.outcome = outcome
        stream.outgoing = []
        stream.outgoingStart = 0
        nghttp2_session_set_stream_user_data(handle, stream.id, nil)
        streams[stream.id] = nil
        touch(stream, .reader)
        touch(stream, .writer)
    }
}
#endif
