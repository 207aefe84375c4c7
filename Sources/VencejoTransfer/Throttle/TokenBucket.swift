/// How long bytes must wait so that no more than so many pass in a second: all of it is arithmetic.
///
/// Bytes may go into debt, which the next ones wait off, so pieces of any size pass.
package struct TokenBucket: Sendable {
    private let bytesPerSecond: Double
    /// What may pass at once after a quiet time.
    private let burst: Double
    private var balance: Double
    private var last: Duration?

    /// - Parameters:
    ///   - bytesPerSecond: At least 1.
    ///   - burst: The bytes that may pass at once; a quarter of a second's by default.
    package init(bytesPerSecond: Int, burst: Int? = nil) {
        self.bytesPerSecond = Double(max(1, bytesPerSecond))
        self.burst = burst.map { Double(max(0, $0)) } ?? self.bytesPerSecond / 4
        balance = self.burst
    }

    /// The bytes that should pass together: what a tenth of a second brings, within reason.
    package static func pieceSize(bytesPerSecond: Int) -> Int {
        min(max(bytesPerSecond / 10, 256), 65_536)
    }

    /// Lets bytes pass, and says how long they wait before.
    package mutating func take(_ count: Int, at moment: Duration) -> Duration {
        if let last, moment > last {
            balance = min(burst, balance + bytesPerSecond * ((moment - last) / .seconds(1)))
        }
        last = max(moment, last ?? moment)
        balance -= Double(count)
        return balance < 0 ? .seconds(-balance / bytesPerSecond) : .zero
    }
}
