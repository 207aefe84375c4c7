/// One thing that goes wrong with an answer, or slows it down, and where.
///
///     .text("hello").failing(.stall(after: .body(2)))
///     .text("hello").failing(.paced(1, every: .milliseconds(5)), .reset(after: .end))
///
/// The first fault that ends the answer is the last one that happens.
public struct Fault: Sendable, Hashable {
    enum Act: Sendable, Hashable {
        case pause(Duration)
        case pace(Int, Duration)
        case stall
        case halfClose
        case close
        case reset
    }

    let act: Act
    let place: Place

    /// Waits at one place and then goes on.
    public static func pause(_ duration: Duration, after place: Place) -> Fault {
        Fault(act: .pause(duration), place: place)
    }

    /// From one place on sends so many bytes at a time, with a wait after each.
    public static func paced(
        _ bytes: Int,
        every pause: Duration = .zero,
        from place: Place = .start
    ) -> Fault {
        Fault(act: .pace(max(1, bytes), pause), place: place)
    }

    /// Sends nothing more; the connection stays open until the client leaves.
    public static func stall(after place: Place) -> Fault {
        Fault(act: .stall, place: place)
    }

    /// Ends its own direction and goes on reading until the client leaves.
    public static func halfClose(after place: Place) -> Fault {
        Fault(act: .halfClose, place: place)
    }

    /// Closes the connection in good order, so that what was sent can still be read.
    public static func close(after place: Place) -> Fault {
        Fault(act: .close, place: place)
    }

    /// Resets the connection: what was sent and not yet read may be lost.
    public static func reset(after place: Place) -> Fault {
        Fault(act: .reset, place: place)
    }

    /// A place in an answer as it goes over the wire.
    public struct Place: Sendable, Hashable {
        enum Spot: Sendable, Hashable {
            case message(Int)
            case body(Int)
            case end
        }

        let spot: Spot

        /// Before the first byte.
        public static let start = Place(spot: .message(0))
        /// After so many bytes of the message, counted from the start of its head.
        public static func bytes(_ count: Int) -> Place {
            Place(spot: .message(max(0, count)))
        }
        /// After the head and so many bytes of what follows it, chunk lines included.
        public static func body(_ count: Int) -> Place {
            Place(spot: .body(max(0, count)))
        }
        /// After the last byte.
        public static let end = Place(spot: .end)
    }
}

/// What goes wrong with a whole connection, before any request is answered on it.
public struct ConnectionFault: Sendable, Hashable {
    enum Act: Sendable, Hashable {
        case close
        case reset
        case silence
        case slowReading(Int, Duration)
    }

    let act: Act

    /// Closed as soon as it is accepted.
    public static let close = ConnectionFault(act: .close)
    /// Reset as soon as it is accepted.
    public static let reset = ConnectionFault(act: .reset)
    /// Accepted, and never read from until the server stops.
    public static let silence = ConnectionFault(act: .silence)
    /// Read at most so many bytes at a time, with a wait before each.
    public static func slowReading(_ bytes: Int, every pause: Duration) -> ConnectionFault {
        ConnectionFault(act: .slowReading(max(1, bytes), pause))
    }
}
