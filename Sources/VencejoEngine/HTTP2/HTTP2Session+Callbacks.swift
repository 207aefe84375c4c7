#if os(Linux)
import CNGHTTP2
import VencejoHTTP

/// What nghttp2 calls while it reads and writes; all of it runs within the session's own calls.
extension HTTP2Session {
    static func setCallbacks(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, header, context in
            guard let session = HTTP2Session.from(context), let header else { return 0 }
            return session.beginFrame(header.pointee)
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            handle,
            frame,
            name,
            nameCount,
            value,
            valueCount,
            _,
            context in
            guard let session = HTTP2Session.from(context), let frame,
                let stream = HTTP2Stream.from(handle, frame.pointee.hd.stream_id)
            else { return 0 }
            let name = UnsafeBufferPointer(start: name, count: nameCount)
            let value = UnsafeBufferPointer(start: value, count: valueCount)
            return session.takeField(name, value, on: stream)
        }
        nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) {
            handle,
            frame,
            _,
            _,
            _,
            _,
            _,
            context in
            guard let session = HTTP2Session.from(context), let frame,
                let stream = HTTP2Stream.from(handle, frame.pointee.hd.stream_id)
            else { return 0 }
            return session.refuse(stream, .badHeader)
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) {
            handle,
            frame,
            context in
            guard let session = HTTP2Session.from(context), let frame else { return 0 }
            return session.endFrame(frame.pointee, handle)
        }
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) {
            handle,
            frame,
            code,
            context in
            guard let session = HTTP2Session.from(context), let frame else { return 0 }
            session.lastInvalid = code
            if let stream = HTTP2Stream.from(handle, frame.pointee.hd.stream_id) {
                stream.ownFailure = stream.ownFailure ?? .library(code)
            }
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            handle,
            _,
            id,
            start,
            count,
            context in
            guard let session = HTTP2Session.from(context) else { return 0 }
            let bytes = UnsafeBufferPointer(start: start, count: count)
            return session.takeContent(bytes, of: id, handle)
        }
        setSendCallbacks(callbacks)
    }

    private static func setSendCallbacks(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            handle,
            id,
            code,
            context in
            guard let session = HTTP2Session.from(context),
                let stream = HTTP2Stream.from(handle, id)
            else { return 0 }
            session.close(stream, code)
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) {
            handle,
            frame,
            context in
            guard let session = HTTP2Session.from(context), let frame else { return 0 }
            session.frameSent(frame.pointee, handle)
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) {
            _,
            frame,
            code,
            context in
            guard let session = HTTP2Session.from(context), let frame,
                frame.pointee.hd.type == UInt8(NGHTTP2_HEADERS.rawValue),
                let stream = session.streams[frame.pointee.hd.stream_id]
            else { return 0 }
            // The request never left: it may be sent elsewhere.
            let isRefused = code != NGHTTP2_ERR_CANCEL.rawValue
            session.finish(stream, .failed(isRefused ? .unprocessed : .library(code)))
            return 0
        }
    }

    /// Gives nghttp2 the next piece of a request's body.
    static let provide: nghttp2_data_source_read_callback = {
        handle,
        id,
        target,
        count,
        flags,
        _,
        context in
        guard let session = HTTP2Session.from(context), let stream = HTTP2Stream.from(handle, id)
        else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        let taken = stream.provide(UnsafeMutableRawBufferPointer(start: target, count: count))
        if stream.outgoingCount == 0 {
            if stream.isOutgoingWhole {
                flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            } else {
                session.touch(stream, .writer)
                guard taken > 0 else {
                    stream.isDeferred = true
                    return Int(NGHTTP2_ERR_DEFERRED.rawValue)
                }
            }
        }
        stream.lastMove = max(stream.lastMove, session.now)
        // Some servers open their window for every few bytes that they read.
        session.credit.earn(2 + taken / 512)
        return taken
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> HTTP2Session? {
        context.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension HTTP2Stream {
    /// The stream of a number, while it is open.
    fileprivate static func from(_ handle: OpaquePointer?, _ id: Int32) -> HTTP2Stream? {
        guard id > 0, let context = nghttp2_session_get_stream_user_data(handle, id) else {
            return nil
        }
        return Unmanaged<HTTP2Stream>.fromOpaque(context).takeUnretainedValue()
    }
}
#endif
