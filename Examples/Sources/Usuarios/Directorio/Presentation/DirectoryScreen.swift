#if canImport(SwiftUI)
import Pantalla
public import SwiftUI

/// The directory, page by page.
public struct DirectoryScreen: View {
    @State private var model: DirectoryViewModel

    public init(model: DirectoryViewModel) {
        _model = State(initialValue: model)
    }

    public var body: some View {
        LoadStateView(
            model.state,
            message: model.errorMessage,
            retry: { await model.load() },
            content: { _ in
                List(model.users) { user in
                    VStack(alignment: .leading) {
                        Text(user.fullName)
                        Text(user.email).font(.caption).foregroundStyle(.secondary)
                    }
                }
                .refreshable { await model.load() }
            }
        )
        .navigationTitle("Directorio")
        .searchable(text: $model.search, prompt: "Buscar")
        .toolbar {
            Button("Anterior") { Task { await model.previousPage() } }
                .disabled(!model.hasPreviousPage || model.isLoading)
            Button("Siguiente") { Task { await model.nextPage() } }
                .disabled(!model.hasNextPage || model.isLoading)
        }
        .task { await model.load() }
    }
}
#endif
