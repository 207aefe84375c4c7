public import VencejoHTTP

/// A method of HTTP that a client can be called with: `api.get`, `api.post` and their like.
///
///     let users: [User] = try await api.get("users", query: ["page": 2])
///     let user: User = try await api.post("users", body: NewUser(name: "Ada"))
///     try await api.delete("users/\(id)")
///
/// Each call decodes the answer into what the call site asks for, or gives the bare ``Response``.
public struct Verb: Sendable {
    let method: HTTPMethod
    let client: any APIClientProtocol
}

extension APIClientProtocol {
    /// Asks for a resource: `let users: [User] = try await api.get("users")`.
    public nonisolated var get: Verb { verb(.get) }

    /// Posts to a resource: `let todo: Todo = try await api.post("todos", body: new)`.
    public nonisolated var post: Verb { verb(.post) }

    /// Replaces a resource: `let user: User = try await api.put("users/1", body: user)`.
    public nonisolated var put: Verb { verb(.put) }

    /// Changes a part of a resource: `try await api.patch("posts/1", body: ["title": "Hola"])`.
    public nonisolated var patch: Verb { verb(.patch) }

    /// Deletes a resource: `try await api.delete("posts/1")`.
    public nonisolated var delete: Verb { verb(.delete) }

    /// A call with a method of another name: `try await api.verb("PURGE")("cache/1")`.
    public nonisolated func verb(_ method: HTTPMethod) -> Verb {
        Verb(method: method, client: self)
    }
}
