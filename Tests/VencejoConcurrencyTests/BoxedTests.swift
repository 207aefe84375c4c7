import Testing
import VencejoConcurrency

@Suite struct BoxedTests {
    @Test func `a copy keeps what it held when the other changes`() {
        var box = Boxed([1, 2])
        let copy = box
        box.value.append(3)
        #expect(box.value == [1, 2, 3])
        #expect(copy.value == [1, 2])
    }

    @Test func `the one owner changes its value in place`() {
        var box = Boxed([1, 2])
        box.value.reserveCapacity(8)
        let before = unsafe box.value.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        box.value.append(3)
        let after = unsafe box.value.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        #expect(before == after)
    }
}
