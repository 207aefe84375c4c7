/// Merge patches (RFC 7396): an object of what changes, with null for what goes.
extension JSONValue {
    /// Changes the value as a merge patch says.
    public mutating func merge(_ patch: JSONValue) { self = merging(patch) }

    /// The value as a merge patch changes it.
    public func merging(_ patch: JSONValue) -> JSONValue {
        guard let changes = patch.objectValue else { return patch }
        var result = objectValue ?? JSONObject()
        // What a name is set to last is what counts, also where null comes before or after it.
        var removed: Set<String> = []
        for (key, change) in changes {
            if change.isNull {
                removed.insert(key)
            } else {
                let before = removed.remove(key) == nil ? result[key] : nil
                result[key] = (before ?? .null).merging(change)
            }
        }
        result.removeAll(removed)
        return .object(result)
    }

    /// The merge patch that turns this value into another: the members that differ.
    ///
    /// A merge patch has no way to set a member to null: one that is null in `other` is removed.
    /// Arrays are written whole.
    public func mergePatch(to other: JSONValue) -> JSONValue {
        guard let before = objectValue, let after = other.objectValue else { return other }
        var patch = JSONObject()
        for (key, value) in after where !patch.contains(key: key) {
            guard let old = before[key] else {
                if !value.isNull { patch[key] = value }
                continue
            }
            if old != value { patch[key] = old.mergePatch(to: value) }
        }
        for key in before.keys where !after.contains(key: key) { patch[key] = .null }
        return .object(patch)
    }
}

extension JSON {
    /// The merge patch that turns one value into another, for the body of a `PATCH`.
    ///
    /// What is nil now and was not is null in the patch, which removes it.
    public func mergePatch<T: Encodable>(from old: T, to new: T) throws(JSONError) -> JSONValue {
        try encodeToValue(old).mergePatch(to: encodeToValue(new))
    }
}
