/// One page of a list, where the answer is more than the list itself.
///
///     struct UserPage: Decodable, Page { let data: [User]; var items: [User] { data } }
public protocol Page {
    associatedtype Item
    var items: [Item] { get }
}

/// How a list that comes in pages is asked for, and how the next page is found.
public struct Paging<Output>: Sendable {
    enum Form: Sendable {
        case offset(OffsetNames, limit: Int)
        case pageNumber(PageNames, size: Int)
        case cursor(parameter: String, next: @Sendable (Output) -> String?)
        case link(relation: String)
        case body(next: @Sendable (Output) -> String?)
    }

    struct OffsetNames: Sendable {
        let offset: String
        let limit: String
    }

    struct PageNames: Sendable {
        let page: String
        let size: String
        let first: Int
    }

    let form: Form

    /// By the number of items passed over and the number wanted.
    public static func offset(
        limit: Int,
        offsetName: String = "offset",
        limitName: String = "limit"
    ) -> Paging {
        Paging(form: .offset(OffsetNames(offset: offsetName, limit: limitName), limit: limit))
    }

    /// By the number of the page and its size.
    public static func pageNumber(
        size: Int,
        pageName: String = "page",
        sizeName: String = "per_page",
        first: Int = 1
    ) -> Paging {
        let names = PageNames(page: pageName, size: sizeName, first: first)
        return Paging(form: .pageNumber(names, size: size))
    }

    /// By an opaque mark found in each page: `.cursor("after", next: \.nextCursor)`.
    public static func cursor(
        _ parameter: String,
        next: @escaping @Sendable (Output) -> String?
    ) -> Paging {
        Paging(form: .cursor(parameter: parameter, next: next))
    }

    /// By the field `Link` with `rel="next"` (RFC 8288).
    public static var link: Paging { link(relation: "next") }

    /// By the field `Link` with a relation of another name (RFC 8288).
    public static func link(relation: String) -> Paging {
        Paging(form: .link(relation: relation))
    }

    /// By an address found in each page, absolute or relative: `.body(next: \.links.next)`.
    public static func body(next: @escaping @Sendable (Output) -> String?) -> Paging {
        Paging(form: .body(next: next))
    }
}
