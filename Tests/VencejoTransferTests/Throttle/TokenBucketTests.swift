import Testing
import VencejoTransfer

@Suite struct TokenBucketTests {
    @Test func `what is over waits until its second has come`() {
        var bucket = TokenBucket(bytesPerSecond: 100, burst: 50)
        #expect(bucket.take(50, at: .zero) == .zero)
        #expect(bucket.take(100, at: .zero) == .seconds(1))
        // Debts add up.
        #expect(bucket.take(100, at: .zero) == .seconds(2))
        #expect(bucket.take(0, at: .seconds(2)) == .zero)
        #expect(bucket.take(10, at: .seconds(2)) == .milliseconds(100))
    }

    @Test func `a quiet time saves up a burst and no more`() {
        var bucket = TokenBucket(bytesPerSecond: 100)
        #expect(bucket.take(25, at: .seconds(1_000)) == .zero)
        #expect(bucket.take(25, at: .seconds(2_000)) == .zero)
        #expect(bucket.take(100, at: .seconds(2_000)) == .seconds(1))
    }

    @Test func `a time that goes back, and a rate of nothing, do no harm`() {
        var bucket = TokenBucket(bytesPerSecond: 0, burst: 0)
        #expect(bucket.take(2, at: .seconds(10)) == .seconds(2))
        #expect(bucket.take(1, at: .seconds(5)) == .seconds(3))
        #expect(bucket.take(0, at: .seconds(13)) == .zero)
    }

    @Test func `pieces are a tenth of a second's, within reason`() {
        let sizes = [1, 10_000, 1_000_000_000].map { TokenBucket.pieceSize(bytesPerSecond: $0) }
        #expect(sizes == [256, 1_000, 65_536])
    }
}
