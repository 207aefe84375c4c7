public import Observation
public import Pantalla
public import Vencejo

/// The directory's screen: one page at a time, from an injected client.
@MainActor
@Observable
public final class DirectoryViewModel {
    public private(set) var state = LoadState<UserPage>.idle
    /// What is looked for on the page that is shown.
    public var search = ""
    private let client: any APIClientProtocol
    @ObservationIgnored private var turn = Turn()

    public init(client: any APIClientProtocol) {
        self.client = client
    }

    /// Those of the page who fit what is looked for.
    public var users: [DirectoryUser] {
        let all = state.value?.data ?? []
        let wanted = search.lowercased()
        guard !wanted.isEmpty else { return all }
        return all.filter { user in
            [user.fullName, user.email].contains { $0.lowercased().contains(wanted) }
        }
    }

    public var isLoading: Bool { state.isLoading }
    public var errorMessage: String? { (state.error as? NetworkError)?.mensaje }
    public var page: Int { state.value?.page ?? 1 }
    public var pageCount: Int? { state.value?.totalPages }
    public var hasNextPage: Bool { page < pageCount ?? 1 }
    public var hasPreviousPage: Bool { page > 1 }

    /// Loads a page, or the one that is shown again; ends early when its task is cancelled.
    public func load(page wanted: Int? = nil) async {
        let mine = turn.next()
        let endpoint = UserEndpoint.getUsers(page: wanted ?? page)
        state.start()
        let outcome: Result<UserPage, any Error>
        do {
            outcome = .success(try await client.request(endpoint))
        } catch {
            outcome = .failure(error)
        }
        if turn.isCurrent(mine) { state.finish(outcome) }
    }

    public func nextPage() async {
        if hasNextPage { await load(page: page + 1) }
    }

    public func previousPage() async {
        if hasPreviousPage { await load(page: page - 1) }
    }
}
