import Vencejo
import VencejoCache
import VencejoCore
import VencejoStore

/// `vencejo cache ls|show|rm`: what is kept, for a person.
struct CacheCommand: Sendable {
    let arguments: CacheArguments
    let terminal: Terminal
    let usualFile: @Sendable () throws -> String

    func run() async -> Int32 {
        let found: OfflineStore?
        do {
            found = try opened()
        } catch {
            terminal.warn(UsageError.text(of: error))
            return ExitCode.usage
        }
        guard let store = found else { return nothing() }
        switch arguments.action {
        case .list(let prefix): return await list(prefix, store)
        case .show(let url): return await show(CacheKey.url(url), store)
        case .remove(let url): return told(await store.responses.invalidate(url))
        case .removePrefix(let prefix):
            return told(await store.responses.invalidate(prefix: prefix))
        case .removeAll: return told(await store.responses.removeAll())
        }
    }

    /// The store as it is: looking into it makes no file, and moves none away; nil where the usual
    /// one is not there yet.
    private func opened() throws -> OfflineStore? {
        let file = try arguments.file ?? usualFile()
        do throws(StoreError) {
            return try OfflineStore(existing: file) { [terminal] line in terminal.warn(line) }
        } catch {
            guard error.isMissingFile else { throw error }
            guard arguments.file == nil else {
                throw UsageError("there is no file \(file.quotedWord)")
            }
            return nil
        }
    }

    /// What is said of a store in which nothing was ever kept.
    private func nothing() -> Int32 {
        switch arguments.action {
        case .list:
            terminal.complain("0 answers, 0 bytes\n")
            return ExitCode.success
        case .show(let url): return notKept(CacheKey.url(url))
        case .remove, .removePrefix, .removeAll: return told(0)
        }
    }

    private func notKept(_ url: String) -> Int32 {
        terminal.warn("nothing is kept for \(Redaction.url(url))")
        return ExitCode.transport
    }

    private func list(_ prefix: String, _ store: OfflineStore) async -> Int32 {
        for entry in await store.responses.entries(prefix: prefix, limit: 10_000) {
            let words = [
                "\(entry.status.code)", "\(entry.count) bytes", CacheWords.age(entry),
                CacheWords.freshness(entry), Redaction.url(entry.url),
            ]
            terminal.line(words.joined(separator: "  ").harmless)
        }
        let usage = await store.responses.usage()
        terminal.complain("\(usage.count) answers, \(usage.bytes) bytes\n")
        return ExitCode.success
    }

    private func show(_ url: String, _ store: OfflineStore) async -> Int32 {
        let found = await store.table.list(.url(url), limit: 100)
        for response in found {
            let head = "\(response.version) \(response.status)"
            terminal.line(terminal.styled(head, .bold))
            for field in Redaction.headers(response.headers) {
                terminal.line("\(field.name): \(field.value)".harmless)
            }
            terminal.line()
            if let body = await store.table.body(of: response)?.whole() {
                if terminal.isInteractive {
                    terminal.line(String(decoding: body, as: UTF8.self).harmless)
                } else {
                    terminal.writeBytes(body)
                }
            }
        }
        return found.isEmpty ? notKept(url) : ExitCode.success
    }

    private func told(_ count: Int) -> Int32 {
        terminal.line("\(count) removed")
        return count == 0 && arguments.action != .removeAll ? ExitCode.transport : ExitCode.success
    }
}

/// What a person reads of a stored answer.
enum CacheWords: Sendable {
    static func age(_ entry: CacheEntry) -> String {
        entry.age.map { "\($0) s old" } ?? "of the future"
    }

    static func freshness(_ entry: CacheEntry) -> String {
        guard let rest = entry.freshFor, rest > 0 else { return "stale" }
        return "fresh for \(rest) s"
    }

    static func source(of response: Response) -> String {
        let age = response.age.map { ", \($0) s old" } ?? ""
        return switch response.source {
        case .network: "from the server"
        case .validated: "kept, and the server says that it has not changed\(age)"
        case .cache: "kept\(age)"
        case .stale: "kept and stale\(age)"
        case .unavailable: "nothing is kept"
        }
    }
}
