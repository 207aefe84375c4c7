import Foundation
import VencejoConcurrency
import VencejoCore

/// The time of one test, which its client and its server share.
///
/// It goes on with the machine's, and jumps where the test pauses; or it waits in earnest.
final class SuiteClock: Sendable {
    private let offset = Locked(0)
    private let isReal: Bool

    init(isReal: Bool) {
        self.isReal = isReal
    }

    var milliseconds: Int {
        Int(Date().timeIntervalSince1970 * 1000) + offset.withLock { $0 }
    }

    var source: TimeSource {
        TimeSource(ContinuousClock()) { [self] in milliseconds / 1000 }
    }

    func pause(seconds: Int) async throws {
        if isReal {
            try await Task.sleep(for: .seconds(seconds))
        } else {
            offset.withLock { $0 += seconds * 1000 }
        }
    }
}
