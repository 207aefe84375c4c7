#if canImport(SwiftUI)
import Pantalla
public import SwiftUI

/// The contacts: a list, a table on the Mac, a compact row on the watch.
public struct UsersScreen: View {
    @State private var model: UsersViewModel

    public init(model: UsersViewModel) {
        _model = State(initialValue: model)
    }

    public var body: some View {
        LoadStateView(
            model.state,
            message: model.errorMessage,
            retry: { await model.load() },
            content: { users in
                if users.isEmpty {
                    ContentUnavailableView("Nadie todavía", systemImage: "person.slash")
                } else {
                    UserList(users: users).refreshable { await model.load() }
                }
            }
        )
        .navigationTitle("Contactos")
        .task { await model.load() }
    }
}

private struct UserList: View {
    let users: [User]

    var body: some View {
        #if os(macOS)
        Table(users) {
            TableColumnForEach(UserColumn.allCases, id: \.self) { column in
                TableColumn(column.title) { user in Text(column.text(of: user)) }
            }
        }
        #elseif os(watchOS)
        List(users) { user in
            Label(user.compactRow.text, systemImage: user.compactRow.symbol).lineLimit(1)
        }
        #else
        List(users) { UserRow(user: $0) }
        #endif
    }
}

private struct UserRow: View {
    let user: User

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            ForEach(Array(user.rowLines.enumerated()), id: \.offset) { number, line in
                Text(line).font(number == 0 ? .headline : .subheadline)
            }
        }
        .opacity(user.isActive ? 1 : 0.5)
        .accessibilityElement(children: .combine)
    }
}

#Preview {
    UsersScreen(model: UsersViewModel(service: MockUserService()))
}
#endif
