/// The way to a value, remembered for the next one.
///
/// Code that asks each element for its coding path asks for one that is near the last: walking from
/// the first element to each of them would take the square of their number.
struct LastWay {
    private struct Step {
        let container: Int
        let isObject: Bool
        var child: Int
        var position = 0

        init(_ container: Int, _ tape: JSONTape) {
            self.container = container
            isObject = tape.node(container).kind == .object
            child = container + 1
        }

        var value: Int { isObject ? child + 1 : child }
    }

    private var steps: [Step] = []

    /// The path to a value, with the text's own spelling of keys.
    mutating func path(to target: Int, on tape: JSONTape) -> [JSONPathStep] {
        guard target > 0 else { return [] }
        while let last = steps.last, !holds(last.container, target, tape) { steps.removeLast() }
        if steps.isEmpty {
            guard holds(0, target, tape) else { return [] }
            steps = [Step(0, tape)]
        }
        while var step = steps.popLast() {
            if step.child > target { step = Step(step.container, tape) }
            while Int(tape.node(step.value).next) <= target {
                step.child = Int(tape.node(step.value).next)
                step.position += 1
            }
            steps.append(step)
            guard step.value < target, holds(step.value, target, tape) else { break }
            steps.append(Step(step.value, tape))
        }
        return steps.map { step in
            step.isObject ? .key(tape.string(tape.node(step.child))) : .index(step.position)
        }
    }

    private func holds(_ container: Int, _ target: Int, _ tape: JSONTape) -> Bool {
        let node = tape.node(container)
        return (node.kind == .array || node.kind == .object) && container < target
            && target < Int(node.next)
    }
}
