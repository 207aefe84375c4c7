#if canImport(Darwin)
import Foundation

extension MessageLanguage {
    /// The languages the person has chosen, the dearest first.
    static func preferredTags() -> [String] { Locale.preferredLanguages }
}
#endif
