public import Observation
public import Pantalla
import Vencejo

/// The contacts' screen: one state, from which all that is shown follows.
@MainActor
@Observable
public final class UsersViewModel {
    public private(set) var state = LoadState<[User]>.idle
    private let service: any UserService
    @ObservationIgnored private var turn = Turn()

    public init(service: any UserService) {
        self.service = service
    }

    public var users: [User] { state.value ?? [] }
    public var isLoading: Bool { state.isLoading }
    public var errorMessage: String? { (state.error as? NetworkError)?.mensaje }

    /// Loads the contacts; ends early, without an error, when its task is cancelled.
    public func load() async {
        let mine = turn.next()
        state.start()
        let outcome: Result<[User], any Error>
        do {
            outcome = .success(try await service.users())
        } catch {
            outcome = .failure(error)
        }
        if turn.isCurrent(mine) { state.finish(outcome) }
    }
}
