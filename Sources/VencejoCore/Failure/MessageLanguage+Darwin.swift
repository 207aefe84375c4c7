#if canImport(Darwin)
import CoreFoundation

extension MessageLanguage {
    /// The languages the person has chosen, the dearest first.
    static func preferredTags() -> [String] {
        guard let list = CFLocaleCopyPreferredLanguages() else { return [] }
        var tags: [String] = []
        for index in 0..<CFArrayGetCount(list) {
            let pointer = unsafe CFArrayGetValueAtIndex(list, index)
            let tag = unsafe unsafeBitCast(pointer, to: CFString.self)
            var buffer = [CChar](repeating: 0, count: 64)
            let encoding = CFStringBuiltInEncodings.UTF8.rawValue
            guard unsafe CFStringGetCString(tag, &buffer, 64, encoding) else { continue }
            let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            tags.append(String(decoding: bytes, as: UTF8.self))
        }
        return tags
    }
}
#endif
