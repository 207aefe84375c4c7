/// What has been asked of a text so far.
final class DriftLog {
    let json: JSON
    private let type: Any.Type
    private var objects: [[JSONPathStep]: Visit] = [:]
    private var order: [[JSONPathStep]] = []
    private var fallbacks: [(place: [JSONPathStep], reason: String)] = []

    private struct Visit {
        let names: [String]
        var asked: Set<String> = []
        var absent: Set<String> = []
        var null: Set<String> = []
    }

    init(_ json: JSON, _ type: Any.Type) {
        self.json = json
        self.type = type
    }

    func open(_ place: [JSONPathStep], _ object: JSONObject) {
        guard objects[place] == nil else { return }
        objects[place] = Visit(names: object.keys)
        order.append(place)
    }

    func ask(_ place: [JSONPathStep], _ name: String) { objects[place]?.asked.insert(name) }

    func askAll(_ place: [JSONPathStep]) {
        guard var visit = objects[place] else { return }
        visit.asked.formUnion(visit.names)
        objects[place] = visit
    }

    func miss(_ place: [JSONPathStep], _ name: String) { objects[place]?.absent.insert(name) }

    func null(_ place: [JSONPathStep], _ name: String) { objects[place]?.null.insert(name) }

    func fellBack(_ place: [JSONPathStep], _ tolerated: [Tolerated]) {
        for fault in tolerated {
            let inner: [JSONPathStep] =
                fault.place.isEmpty
                ? [] : [fault.place.hasPrefix("[") ? .index(0) : .key(fault.place)]
            fallbacks.append((place + inner, fault.reason))
        }
    }

    /// All that was learnt, fields of one path together.
    var drift: Drift {
        var drift = Drift(type: "\(type)")
        for place in order {
            guard let visit = objects[place] else { continue }
            var seen: Set<String> = []
            for name in visit.names where !visit.asked.contains(name) && seen.insert(name).inserted
            {
                Self.count(place + [.key(name)], &drift.ignored)
            }
            for name in visit.absent.sorted() { Self.count(place + [.key(name)], &drift.absent) }
            for name in visit.null.sorted() { Self.count(place + [.key(name)], &drift.null) }
        }
        for (place, reason) in fallbacks { Self.count(place, &drift.fallbacks, reason) }
        return drift
    }

    private static func count(
        _ place: [JSONPathStep],
        _ fields: inout [Drift.Field],
        _ reason: String? = nil
    ) {
        let path = place.reduce(into: "") { path, step in
            switch step {
            case .index: path += "[]"
            case .key: path += (path.isEmpty ? "" : ".") + JSONPathStep.text([step])
            }
        }
        if let known = fields.firstIndex(where: { $0.path == path && $0.reason == reason }) {
            fields[known].count += 1
        } else {
            fields.append(Drift.Field(path: path, count: 1, reason: reason))
        }
    }
}
