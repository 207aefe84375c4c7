#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if canImport(Glibc) || canImport(Musl)
extension MessageLanguage {
    /// The environment's say, in the order of POSIX.1-2017 §8.2 (`LANGUAGE` is gettext's).
    static func preferredTags() -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first ?? "C"
        guard locale != "C", locale != "POSIX" else { return [] }
        let languages = variable("LANGUAGE")?.split(separator: ":").map(String.init) ?? []
        return languages + [locale]
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
#endif
