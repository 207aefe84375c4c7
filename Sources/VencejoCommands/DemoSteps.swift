import Vencejo

/// The lessons, in order.
enum DemoSteps {
    static var all: [DemoStep] {
        reading + writing + credentials + failures + surviving + cached + transfers
    }

    private static let reading: [DemoStep] = [
        DemoStep(
            title: "List the users (A2)",
            code: #"let users: [User] = try await api.get("users")"#
        ) { world in
            let users: [Demo.User] = try await world.api.get("users")
            return "\(users.count) usuarios, el primero: \(users[0].name)"
        },
        DemoStep(
            title: "A user's publications, as an endpoint (A2, B1)",
            code: "let posts = try await api.send(PostsOfUser(userID: 1))"
        ) { world in
            let posts = try await world.api.send(PostsOfUser(userID: 1))
            return "\(posts.count) publicaciones del usuario 1"
        },
        DemoStep(
            title: "Page through the posts, following Link: rel=next (A7)",
            code: "for try await post in api.items(of: ListPosts(), paging: .link) { … }"
        ) { world in
            var count = 0
            for try await _ in world.api.items(of: ListPosts(), paging: .link) { count += 1 }
            return "\(count) publicaciones en páginas de 40"
        },
        DemoStep(
            title: "Nested model, snake_case keys, a null (C1)",
            code: #"let contacts: [Contact] = try await api.get("contacts")"#
        ) { world in
            let snake = world.client { $0.json.keys = .snakeCase }
            let contacts: [Demo.Contact] = try await snake.get("contacts")
            guard let ada = contacts.first else { throw DemoSurprise(description: "no contacts") }
            return "\(ada.fullName), teléfono: \(ada.contactInfo.phone ?? "ninguno")"
        },
    ]

    private static let writing: [DemoStep] = [
        DemoStep(
            title: "Create a user (A4)",
            code: #"let user: User = try await api.post("users", body: NewUser(…))"#
        ) { world in
            let new = Demo.NewUser(name: "Grace Hopper", email: "grace@example.com")
            let user: Demo.User = try await world.api.post("users", body: new)
            return "Usuario creado: \(user.id)"
        },
        DemoStep(
            title: "Create a post (D6)",
            code: #"let post: Post = try await api.post("posts", body: NewPost(…))"#
        ) { world in
            let new = Demo.NewPost(userId: 1, title: "Final", body: "Ganó el equipo local.")
            let post: Demo.Post = try await world.api.post("posts", body: new)
            return "Crónica publicada: \(post.id)"
        },
        DemoStep(
            title: "Create a to-do, keeping the whole answer (D1)",
            code: #"let reply: Reply<Todo> = try await api.response(to: CreateTodo(…))"#
        ) { world in
            let new = Demo.NewTodo(userId: 1, title: "Comprar pan", completed: false)
            let reply = try await world.api.response(to: CreateTodo(new: new))
            return "POST código: \(reply.status.code) (tarea \(reply.value.id))"
        },
        DemoStep(
            title: "Create a comment (D5)",
            code: #"let comment: Identified = try await api.post("comments", body: …)"#
        ) { world in
            let new = Demo.NewComment(
                postId: 1,
                name: "Ada",
                email: "ada@example.com",
                body: "¡Bien!"
            )
            let comment: Demo.Identified = try await world.api.post("comments", body: new)
            return "Comentario creado: \(comment.id)"
        },
        DemoStep(
            title: "Replace (A4)",
            code: #"let post: Post = try await api.put("posts/1", body: NewPost(…))"#
        ) { world in
            let new = Demo.NewPost(userId: 1, title: "Otra vez", body: "Todo nuevo.")
            let post: Demo.Post = try await world.api.put("posts/1", body: new)
            return "Reemplazada: \(post.title ?? "-")"
        },
        DemoStep(
            title: "Update in part (A4)",
            code: #"let post: Post = try await api.patch("posts/1", body: ["title": "Hola"])"#
        ) { world in
            let post: Demo.Post = try await world.api.patch("posts/1", body: ["title": "Hola"])
            return "Modificada: \(post.title ?? "-")"
        },
        DemoStep(title: "Delete (A4)", code: #"try await api.delete("posts/1")"#) { world in
            let response: Response = try await world.api.delete("posts/1")
            return "Borrada, código: \(response.status.code)"
        },
    ]
}

struct PostsOfUser: Endpoint {
    typealias Output = [Demo.Post]
    let userID: Int
    var path: Path { "users/\(userID)/posts" }
}

struct ListPosts: Endpoint {
    typealias Output = [Demo.Post]
    var path: Path { "posts" }
    var query: Query { ["_page": 1, "_limit": 40] }
}

struct CreateTodo: Endpoint {
    typealias Output = Demo.Todo
    let new: Demo.NewTodo
    var method: HTTPMethod { .post }
    var path: Path { "todos" }
    var body: Body { .json(new) }
}
