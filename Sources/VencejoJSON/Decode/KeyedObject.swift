/// An object's members found by name, for keys that are no small enum.
final class KeyedObject {
    private static let indexed = 24

    private unowned(unsafe) let state: DecodeState
    private let index: Int
    private let verbatim: Bool
    private var places: [String: Int]?
    private var lastName = ""
    private var lastPlace: Int?

    init(_ state: DecodeState, _ index: Int) throws {
        guard state.node(index).kind == .object else {
            throw state.mismatch([String: Any].self, index, "object")
        }
        self.state = state
        self.index = index
        verbatim = state.json.keys.isDefault
    }

    /// The names in Swift's spelling, in order, each once.
    var names: [String] {
        var seen: Set<String> = []
        return children.map(spelling).filter { seen.insert($0).inserted }
    }

    /// The names as they stand in the text.
    var rawNames: [String] { children.map(raw) }

    /// The place of a member's value: of the first, when there are several.
    func place(_ name: String) -> Int? {
        if lastPlace != nil, name == lastName { return lastPlace }
        let children = places == nil ? children : []
        if places == nil, children.count > Self.indexed || !verbatim { index(children) }
        let found =
            places.map { $0[name] } ?? children.first { raw($0) == name }.map { $0 + 1 }
        guard let found else { return nil }
        lastName = name
        lastPlace = found
        return found
    }

    /// The places of the names.
    private var children: [Int] {
        var children: [Int] = []
        let end = Int(state.node(index).next)
        var child = index + 1
        while child < end {
            children.append(child)
            child = Int(state.node(child + 1).next)
        }
        return children
    }

    private func raw(_ child: Int) -> String { state.tape.string(state.node(child)) }

    private func spelling(_ child: Int) -> String {
        verbatim ? raw(child) : state.spelling(raw(child))
    }

    private func index(_ children: [Int]) {
        var places: [String: Int] = [:]
        places.reserveCapacity(children.count)
        for child in children {
            let name = spelling(child)
            if places[name] == nil { places[name] = child + 1 }
        }
        self.places = places
    }
}
