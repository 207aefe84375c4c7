/// The simple types, each read without a look at what type it is.
extension KeyedContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try reader.bool(place(key, type))
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try reader.string(place(key, type))
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try reader.double(place(key, type))
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try reader.state.float(place(key, type))
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try reader.int(place(key, type))
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try reader.integer(type, place(key, type))
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try reader.integer(type, place(key, type))
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try reader.integer(type, place(key, type))
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try reader.integer(type, place(key, type))
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try reader.integer(type, place(key, type))
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try reader.integer(type, place(key, type))
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try reader.integer(type, place(key, type))
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try reader.integer(type, place(key, type))
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try reader.integer(type, place(key, type))
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try reader.integer(type, place(key, type))
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try reader.integer(type, place(key, type))
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        let place = try present(key)
        return place == 0 ? nil : try reader.bool(place)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        let place = try present(key)
        return place == 0 ? nil : try reader.string(place)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        let place = try present(key)
        return place == 0 ? nil : try reader.double(place)
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        let place = try present(key)
        return place == 0 ? nil : try reader.state.float(place)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        let place = try present(key)
        return place == 0 ? nil : try reader.int(place)
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }

    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }

    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        let place = try present(key)
        return place == 0 ? nil : try reader.integer(type, place)
    }
}
