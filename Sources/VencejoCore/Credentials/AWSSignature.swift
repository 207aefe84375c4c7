import VencejoDigest
import VencejoHTTP

/// Signs every request by AWS Signature Version 4, for services that speak it.
///
///     .custom(AWSSignature(keyID: id, secret: secret, region: "eu-west-1", service: "execute-api"))
///
/// It must stand after `.retry`, for a signature holds a few minutes only. Bodies in memory are part
/// of the signature; for others the service is told `UNSIGNED-PAYLOAD`.
public struct AWSSignature: Middleware {
    private let keyID: String
    private let secret: String
    private let sessionToken: String?
    private let region: String
    private let service: String

    public init(
        keyID: String,
        secret: String,
        sessionToken: String? = nil,
        region: String,
        service: String
    ) {
        self.keyID = keyID
        self.secret = secret
        self.sessionToken = sessionToken
        self.region = region
        self.service = service
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        guard request.url.origin == request.credentialOrigin else {
            return try await next(request)
        }
        guard let signed = signed(request, at: request.context.time.secondsSince1970) else {
            throw NetworkError(.unsupported("no SHA-256 on this system"), request: request)
        }
        return try await next(signed)
    }

    /// The request with its signature, nil where the system has no SHA-256.
    package func signed(_ request: Request, at secondsSince1970: Int) -> Request? {
        let stamp = Self.stamp(secondsSince1970)
        var signed = request
        signed.headers[.xAmzDate] = stamp
        if let sessionToken { signed.headers[.xAmzSecurityToken] = sessionToken }
        guard let payload = payloadHash(request.body) else { return nil }
        if service == "s3" || payload == Self.unsigned {
            signed.headers["X-Amz-Content-Sha256"] = payload
        }
        let fields = Self.fields(of: signed)
        let names = fields.map(\.name).joined(separator: ";")
        let canonical = [
            request.method.rawValue, path(of: request.url), Self.query(of: request.url),
            fields.map { "\($0.name):\($0.value)\n" }.joined(), names, payload,
        ].joined(separator: "\n")
        let scope = "\(stamp.prefix(8))/\(region)/\(service)/aws4_request"
        guard let hash = Hash.hex(.sha256, of: canonical),
            let signature = signature(
                of: "AWS4-HMAC-SHA256\n\(stamp)\n\(scope)\n\(hash)",
                day: String(stamp.prefix(8))
            )
        else { return nil }
        signed.headers[.authorization] = """
            AWS4-HMAC-SHA256 Credential=\(keyID)/\(scope), SignedHeaders=\(names), \
            Signature=\(signature)
            """
        signed.credentialFields.formUnion([.authorization, .xAmzSecurityToken])
        return signed
    }

    private static let unsigned = "UNSIGNED-PAYLOAD"

    private func payloadHash(_ body: RequestBody) -> String? {
        if body.isNone { return Hash.hex(.sha256, of: "") }
        guard let bytes = body.bytes else { return Self.unsigned }
        return Hash.digest(.sha256, of: bytes).map { Hash.hex($0) }
    }

    private func signature(of text: String, day: String) -> String? {
        var key: [UInt8]? = Array("AWS4\(secret)".utf8)
        for part in [day, region, service, "aws4_request", text] {
            key = key.flatMap { Hash.hmac(.sha256, key: $0, of: Array(part.utf8)) }
        }
        return key.map { Hash.hex($0) }
    }

    /// The path, escaped once more but for S3, as the service does on its side.
    private func path(of url: URI) -> String {
        let path = url.path.isEmpty ? "/" : url.path
        if service == "s3" { return path }
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.queryComponent(String($0)) }.joined(separator: "/")
    }

    private static func query(of url: URI) -> String {
        let pairs = (url.query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = PercentEncoding.decoded(Substring(pair[..<equals]))
            let value = PercentEncoding.decoded(Substring(pair[equals...].dropFirst()))
            return (
                PercentEncoding.queryComponent(name), PercentEncoding.queryComponent(value)
            )
        }
        return pairs.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    /// The fields that are signed: those that nobody on the way may change.
    private static func fields(of request: Request) -> [(name: String, value: String)] {
        var fields = [("host", request.headers[.host] ?? request.url.hostHeader)]
        for field in request.headers {
            let name = field.name.rawValue.lowercased()
            guard name == "content-type" || name.hasPrefix("x-amz-") else { continue }
            let value = field.value.split(whereSeparator: { $0 == " " || $0 == "\t" })
                .joined(separator: " ")
            fields.append((name, value))
        }
        return fields.sorted { $0.0 < $1.0 }.map { (name: $0.0, value: $0.1) }
    }

    /// `20150830T123600Z`.
    private static func stamp(_ secondsSince1970: Int) -> String {
        let date = HTTPDate(secondsSince1970: secondsSince1970)
        return date.basicFormat
    }
}

extension HeaderName {
    fileprivate static let xAmzDate: HeaderName = "X-Amz-Date"
    fileprivate static let xAmzSecurityToken: HeaderName = "X-Amz-Security-Token"
}
