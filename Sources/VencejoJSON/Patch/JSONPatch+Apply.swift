extension JSONValue {
    /// Changes the value as a patch says; a patch that fails changes nothing.
    public mutating func apply(_ patch: JSONPatch) throws(JSONPatch.Failure) {
        self = try applying(patch)
    }

    /// The value as a patch changes it.
    ///
    /// Copies are bounded: a short patch could otherwise double a value again and again.
    public func applying(_ patch: JSONPatch) throws(JSONPatch.Failure) -> JSONValue {
        var run = PatchRun(value: self)
        for (index, operation) in patch.operations.enumerated() {
            do throws(PatchRun.Fault) {
                try run.apply(operation)
            } catch {
                throw JSONPatch.Failure(operation: index, reason: error.reason)
            }
        }
        return run.value
    }
}

/// A value while a patch changes it.
private struct PatchRun {
    struct Fault: Error { let reason: String }

    /// Values that one patch may copy, containers and what they hold.
    private static let maximumCopied = 1 << 20

    var value: JSONValue
    private var copied = 0

    init(value: JSONValue) { self.value = value }

    mutating func apply(_ operation: JSONPatch.Operation) throws(Fault) {
        switch operation {
        case .add(let path, let added): try add(added, path)
        case .remove(let path): try remove(path)
        case .replace(let path, let other):
            _ = try find(path)
            try change(path) { place throws(Fault) in place.set(other) }
        case .move(let from, let path):
            if from.contains(path) {
                throw Fault(reason: "'\(from)' cannot move into itself")
            }
            let moved = try find(from)
            if from == path { return }
            try remove(from)
            try add(moved, path)
        case .copy(let from, let path):
            let found = try find(from)
            copied += Self.weight(found, Self.maximumCopied - copied)
            if copied >= Self.maximumCopied {
                throw Fault(reason: "the patch copies more than \(Self.maximumCopied) values")
            }
            try add(found, path)
        case .test(let path, let expected):
            if try find(path) != expected {
                throw Fault(reason: "'\(path)' is not what the test says")
            }
        }
    }

    private func find(_ path: JSONPointer) throws(Fault) -> JSONValue {
        guard let found = value[path] else { throw Fault(reason: "there is no '\(path)'") }
        return found
    }

    private mutating func add(_ added: JSONValue, _ path: JSONPointer) throws(Fault) {
        // Deeper than texts may be, a value could not be written, compared or freed.
        if path.tokens.count + Self.depth(added) > JSONScanner.maximumDepth {
            throw Fault(reason: "the result is nested deeper than \(JSONScanner.maximumDepth)")
        }
        try change(path) { place throws(Fault) in try place.add(added) }
    }

    private mutating func remove(_ path: JSONPointer) throws(Fault) {
        _ = try find(path)
        if path == .root { throw Fault(reason: "the whole value cannot be removed") }
        try change(path) { place throws(Fault) in place.remove() }
    }

    /// Walks to the place's parent and lets a change act there.
    private mutating func change(
        _ path: JSONPointer,
        _ body: (inout PatchPlace) throws(Fault) -> Void
    ) throws(Fault) {
        try Self.change(&value, path.tokens[...], path, body)
    }

    /// Each container is taken out of the one around it meanwhile, so that none is copied.
    private static func change(
        _ value: inout JSONValue,
        _ tokens: ArraySlice<String>,
        _ path: JSONPointer,
        _ body: (inout PatchPlace) throws(Fault) -> Void
    ) throws(Fault) {
        let whole = value
        value = .null
        guard let token = tokens.first, tokens.count > 1 else {
            var place = PatchPlace(container: whole, token: tokens.first, path: path)
            try body(&place)
            value = place.container
            return
        }
        value = try changed(whole, token, tokens, path, body)
    }

    private static func changed(
        _ whole: consuming JSONValue,
        _ token: String,
        _ tokens: ArraySlice<String>,
        _ path: JSONPointer,
        _ body: (inout PatchPlace) throws(Fault) -> Void
    ) throws(Fault) -> JSONValue {
        switch consume whole {
        case .object(var object):
            guard var member = object[token] else { throw Fault(reason: "there is no '\(path)'") }
            object[token] = .null
            try change(&member, tokens.dropFirst(), path, body)
            object[token] = member
            return .object(object)
        case .array(var array):
            guard let index = JSONPointer.position(token), array.indices.contains(index)
            else { throw Fault(reason: "there is no '\(path)'") }
            try change(&array[index], tokens.dropFirst(), path, body)
            return .array(array)
        default: throw Fault(reason: "there is no '\(path)'")
        }
    }

    /// How many levels a value has.
    private static func depth(_ value: JSONValue) -> Int {
        switch value {
        case .array(let array): 1 + (array.lazy.map(depth).max() ?? 0)
        case .object(let object): 1 + (object.lazy.map { depth($0.value) }.max() ?? 0)
        default: 0
        }
    }

    /// How many values a value is made of, counted up to a limit.
    private static func weight(_ value: JSONValue, _ limit: Int) -> Int {
        var weight = 1
        switch value {
        case .array(let array):
            for element in array where weight < limit {
                weight += Self.weight(element, limit - weight)
            }
        case .object(let object):
            for (_, member) in object where weight < limit {
                weight += Self.weight(member, limit - weight)
            }
        default: break
        }
        return weight
    }
}

/// A container and the step into it that a change is about; no step for the whole value.
private struct PatchPlace {
    var container: JSONValue
    let token: String?
    let path: JSONPointer

    mutating func set(_ value: JSONValue) {
        guard let token else {
            container = value
            return
        }
        if case .array = container, let index = JSONPointer.position(token) {
            container[index] = value
        } else {
            container[token] = value
        }
    }

    mutating func add(_ value: JSONValue) throws(PatchRun.Fault) {
        guard let token else {
            container = value
            return
        }
        switch container {
        case .object: container[token] = value
        case .array(var array):
            container = .null
            let index = token == "-" ? array.count : JSONPointer.position(token)
            guard let index, index <= array.count else {
                throw PatchRun.Fault(reason: "'\(path)' is no place in an array of \(array.count)")
            }
            array.insert(value, at: index)
            container = .array(array)
        default: throw PatchRun.Fault(reason: "'\(path)' lies in \(container.kindName)")
        }
    }

    mutating func remove() {
        guard let token else { return }
        if case .array = container, let index = JSONPointer.position(token) {
            container[index] = nil
        } else {
            container[token] = nil
        }
    }
}
