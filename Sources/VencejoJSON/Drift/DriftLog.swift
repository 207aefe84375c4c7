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
        var (ignored, absent, null, fell) = (Tally(), Tally(), Tally(), Tally())
        for place in order {
            guard let visit = objects[place] else { continue }
            var seen: Set<String> = []
            for name in visit.names where !visit.asked.contains(name) && seen.insert(name).inserted
            {
                ignored.count(place + [.key(name)])
            }
            for name in visit.absent.sorted() { absent.count(place + [.key(name)]) }
            for name in visit.null.sorted() { null.count(place + [.key(name)]) }
        }
        for (place, reason) in fallbacks { fell.count(place, reason) }
        (drift.ignored, drift.absent) = (ignored.fields, absent.fields)
        (drift.null, drift.fallbacks) = (null.fields, fell.fields)
        return drift
    }

    /// Fields in the order they were met, each path and reason once.
    private struct Tally {
        private struct Name: Hashable {
            let path: String
            let reason: String?
        }

        private(set) var fields: [Drift.Field] = []
        private var places: [Name: Int] = [:]

        mutating func count(_ place: [JSONPathStep], _ reason: String? = nil) {
            let path = place.reduce(into: "") { path, step in
                switch step {
                case .index: path += "[]"
                case .key: path += (path.isEmpty ? "" : ".") + JSONPathStep.text([step])
                }
            }
            let name = Name(path: path, reason: reason)
            if let known = places[name] {
                fields[known].count += 1
            } else {
                places[name] = fields.count
                fields.append(Drift.Field(path: path, count: 1, reason: reason))
            }
        }
    }
}
