import VencejoHTTP
import VencejoJSON

extension JSONServerMachine {
    mutating func create(_ name: String, _ call: Call) -> MockResponse {
        var item = call.content
        if !persists || item["id"].map(ScriptText.isFalsy) ?? true {
            item["id"] = database.nextNumber(in: name).map { .number($0) } ?? .string(randomID())
        }
        let id = item["id"].flatMap(ScriptText.text) ?? ""
        if persists {
            guard database.index(of: id, in: name) == nil else {
                return .failure("Insert failed, duplicate id")
            }
            database.append(.object(item), to: name)
        }
        return .created(.object(item), at: call.url + "/" + id)
    }

    mutating func update(
        _ name: String,
        _ id: String,
        _ call: Call,
        merging: Bool
    ) -> MockResponse {
        guard let index = database.index(of: id, in: name) else {
            if persists { return .notFound }
            return merging ? .json(.object(call.content)) : .failure("No item with this id")
        }
        let stored = database.items(name)[index]
        var item = merging ? stored.objectValue ?? JSONObject() : JSONObject()
        for (key, value) in call.content { item[key] = value }
        if persists || !merging { item["id"] = stored["id"] }
        if persists { database.replace(.object(item), at: index, in: name) }
        return .json(.object(item))
    }

    mutating func delete(_ name: String, _ id: String) -> MockResponse {
        guard persists else { return .json([:]) }
        guard let index = database.index(of: id, in: name) else { return .notFound }
        database.remove(at: index, from: name)
        database.removeOrphans()
        return .json([:])
    }

    /// A resource that is an object: no ids, and it cannot be deleted.
    mutating func answerObject(_ name: String, _ call: Call) -> MockResponse {
        let stored = database[name]?.objectValue ?? JSONObject()
        var changed = call.content
        switch call.request.method {
        case .get, .head:
            return .json(.object(stored))
        case .post, .put:
            break
        case .patch:
            changed = stored
            for (key, value) in call.content { changed[key] = value }
        default:
            return .notFound
        }
        if persists { database[name] = .object(changed) }
        return call.request.method == .post
            ? .created(.object(changed), at: call.url) : .json(.object(changed))
    }
}

extension MockResponse {
    fileprivate static func created(_ value: JSONValue, at location: String) -> MockResponse {
        .json(
            value,
            status: .created,
            headers: [
                .location: PercentCoding.visible(location),
                "Access-Control-Expose-Headers": "Location",
            ]
        )
    }
}
