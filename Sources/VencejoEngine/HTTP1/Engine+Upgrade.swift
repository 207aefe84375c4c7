#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets

extension Engine {
    /// Asks for another protocol, on a connection of its own that speaks HTTP/1.1.
    ///
    /// It counts towards no limit of the pool and is never given back to it: where the server
    /// refuses, it is closed.
    func upgrade(_ request: Request) async throws(EngineFault) -> Response {
        guard let connector = upgrading else { throw EngineFault(.noConnection(.exhausted)) }
        var call = Call(request)
        let message = try message(of: request, connector)
        let connection = try await connector.connect(&call)
        let exchange = exchange(over: connection, call)
        do throws(EngineFault) {
            var response = try await exchange.run(message)
            guard response.status == 101 else {
                connection.close()
                return response
            }
            let duplex = UpgradedConnection(
                connection,
                first: exchange.beyond,
                request: request,
                keeping: self
            )
            response.switched = .bytes(duplex)
            return response
        } catch {
            connection.close()
            throw error
        }
    }
}
#endif
