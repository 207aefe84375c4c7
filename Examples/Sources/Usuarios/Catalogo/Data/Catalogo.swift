public import Vencejo

/// One thing of a long list.
public struct Articulo: Decodable, JSONReadable, Sendable, Hashable, Identifiable {
    public let id: Int
    public let name: String
}

/// A page by offset or by number.
public struct PaginaDeArticulos: Decodable, Page, Sendable {
    public let items: [Articulo]
    public let total: Int
}

/// A page that says how to ask for the next one.
public struct TramoDeArticulos: Decodable, Page, Sendable {
    public let items: [Articulo]
    public let nextCursor: String?
}

/// A page that says where the next one is.
public struct HojaDeArticulos: Decodable, Page, Sendable {
    public let items: [Articulo]
    public let next: String?
}

/// A long list, page by page, in the usual forms.
public struct Catalogo: Sendable {
    private let api: any APIClientProtocol

    public init(api: any APIClientProtocol) {
        self.api = api
    }

    public func porPosicion(de cuantos: Int) -> Items<PaginaDeArticulos, Articulo> {
        api.items(of: Lista<PaginaDeArticulos>(path: "items"), paging: .offset(limit: cuantos))
    }

    public func porPagina(de cuantos: Int) -> Items<PaginaDeArticulos, Articulo> {
        api.items(
            of: Lista<PaginaDeArticulos>(path: "items"),
            paging: .pageNumber(size: cuantos, sizeName: "size")
        )
    }

    public func porCursor(de cuantos: Int) -> Items<TramoDeArticulos, Articulo> {
        let lista = Lista<TramoDeArticulos>(path: "items", query: ["limit": cuantos, "cursor": ""])
        return api.items(of: lista, paging: .cursor("cursor") { $0.nextCursor })
    }

    /// Follows the links that the answers bring.
    public func porEnlaces() -> Items<HojaDeArticulos, Articulo> {
        api.items(of: Lista<HojaDeArticulos>(path: "catalog"), paging: .body { $0.next })
    }

    private struct Lista<Output: Decodable & Sendable>: Endpoint {
        let path: Path
        var query: Query = []
    }
}
