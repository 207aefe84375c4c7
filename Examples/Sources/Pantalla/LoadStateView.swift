#if canImport(SwiftUI)
public import SwiftUI

/// A screen around a state: progress, content, an empty list, an error with a retry.
public struct LoadStateView<Value: Sendable, Content: View>: View {
    private let state: LoadState<Value>
    private let message: String?
    private let retry: @MainActor () async -> Void
    private let content: (Value) -> Content

    public init(
        _ state: LoadState<Value>,
        message: String?,
        retry: @escaping @MainActor () async -> Void,
        @ViewBuilder content: @escaping (Value) -> Content
    ) {
        self.state = state
        self.message = message
        self.retry = retry
        self.content = content
    }

    public var body: some View {
        if let value = state.value {
            content(value)
                .safeAreaInset(edge: .top) {
                    if let message { RetryBanner(message: message, retry: retry) }
                }
                .overlay(alignment: .topTrailing) {
                    if state.isLoading { ProgressView().padding() }
                }
        } else if let message {
            ContentUnavailableView {
                Label("No se pudo cargar", systemImage: "wifi.exclamationmark")
            } description: {
                Text(message)
            } actions: {
                Button("Reintentar") { Task { await retry() } }
            }
        } else {
            ProgressView("Cargando…")
        }
    }
}

private struct RetryBanner: View {
    let message: String
    let retry: @MainActor () async -> Void

    var body: some View {
        HStack {
            Text(message).font(.footnote)
            Spacer()
            Button("Reintentar") { Task { await retry() } }
        }
        .padding()
        .background(.thinMaterial)
    }
}
#endif
