#if canImport(CoreFoundation) && canImport(Darwin)
import CoreFoundation

extension MessageLanguage {
    /// The languages the person has chosen, the dearest first.
    static func preferredTags() -> [String] {
        CFLocaleCopyPreferredLanguages() as? [String] ?? []
    }
}
#endif
