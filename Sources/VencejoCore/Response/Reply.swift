/// A decoded value together with the answer it came in.
///
///     let reply = try await api.response(to: ListUsers())
///     reply.value; reply.status; reply.headers["ETag"]; reply.timings.total
@dynamicMemberLookup
public struct Reply<Value: Sendable>: Sendable {
    public let value: Value
    public let response: Response

    public init(value: Value, response: Response) {
        self.value = value
        self.response = response
    }

    public subscript<Member>(dynamicMember member: KeyPath<Response, Member>) -> Member {
        response[keyPath: member]
    }
}
