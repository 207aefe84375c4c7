/// Arrays, dictionaries and optionals, which the encoder writes as a whole.
protocol WholeEncodable {
    func write(_ writer: StreamWriter) throws
}

extension WholeEncodable {
    /// Writes a value of this type that lies somewhere.
    static func write(_ place: UnsafeRawBufferPointer, _ writer: StreamWriter) throws {
        try place.baseAddress?.assumingMemoryBound(to: Self.self).pointee.write(writer)
    }
}

extension Optional: WholeEncodable where Wrapped: Encodable {
    func write(_ writer: StreamWriter) throws {
        if let self { try writer.write(self) } else { writer.sheet.pointee.append("null") }
    }
}

extension Array: WholeEncodable where Element: Encodable {
    func write(_ writer: StreamWriter) throws {
        let sheet = writer.sheet
        let plan = writer.plan(Element.self)
        let depth = sheet.pointee.depth
        let serial = sheet.pointee.push(.array)
        sheet.pointee.append(UInt8(ascii: "["))
        if plan.pointee.kind == .double {
            try unsafeBitCast(self, to: [Double].self).each(sheet, depth) { try writer.write($0) }
            return
        }
        try each(sheet, depth) { element in
            try writer.write(element, plan)
            guard sheet.pointee.depth == depth + 1, sheet.pointee.frames[depth].serial == serial
            else { throw sheet.pointee.tooHard() }
        }
    }

    @inline(__always)
    private func each(
        _ sheet: UnsafeMutablePointer<Sheet>,
        _ depth: Int,
        _ write: (Element) throws -> Void
    ) throws {
        for element in self {
            if sheet.pointee.frames[depth].count > 0 { sheet.pointee.append(UInt8(ascii: ",")) }
            sheet.pointee.frames[depth].count += 1
            try write(element)
        }
    }
}

extension Dictionary: WholeEncodable where Key == String, Value: Encodable {
    func write(_ writer: StreamWriter) throws {
        let sheet = writer.sheet
        let plan = writer.plan(Value.self)
        let depth = sheet.pointee.depth
        let serial = sheet.pointee.push(.object)
        sheet.pointee.append(UInt8(ascii: "{"))
        for (key, value) in self {
            if sheet.pointee.frames[depth].count > 0 { sheet.pointee.append(UInt8(ascii: ",")) }
            sheet.pointee.frames[depth].count += 1
            sheet.pointee.frames[depth].name = sheet.pointee.count
            sheet.pointee.write(key)
            sheet.pointee.append(UInt8(ascii: ":"))
            try writer.write(value, plan)
            guard sheet.pointee.depth == depth + 1, sheet.pointee.frames[depth].serial == serial
            else { throw sheet.pointee.tooHard() }
        }
    }
}
