import Testing
import VencejoCore
import VencejoHTTP

struct `Which proxy` {
    private static let environment = [
        "http_proxy": "http://lower.example:3128", "HTTP_PROXY": "http://evil.example:1",
        "HTTPS_PROXY": "https://user:p%40ss@secure.example", "all_proxy": "socks5h://all.example",
        "no_proxy": "example.org, .corp.example,10.0.0.0/8 [::1]",
    ]

    private func decision(_ environment: [String: String], _ address: String) throws -> String {
        let configuration = ProxyConfiguration { environment[$0] }
        switch configuration.decision(for: try #require(URI(address))) {
        case .direct: return "direct"
        case .through(let proxy): return proxy.description
        case .impossible: return "impossible"
        }
    }

    @Test(arguments: [
        ("http://a.example/", "http://lower.example:3128"),
        ("https://a.example/", "https://secure.example:443"),
        ("http://example.org/", "direct"), ("http://www.EXAMPLE.org/", "direct"),
        ("http://notexample.org/", "http://lower.example:3128"),
        ("http://corp.example/", "direct"), ("https://x.corp.example./", "direct"),
        ("http://10.200.3.4/", "direct"), ("http://11.0.0.1/", "http://lower.example:3128"),
        ("http://[::1]/", "direct"), ("http://localhost:8080/", "direct"),
        ("http://127.0.0.1/", "direct"),
    ])
    func `the environment says it for each address`(address: String, expected: String) throws {
        #expect(try decision(Self.environment, address) == expected)
    }

    @Test(arguments: [
        (["HTTP_PROXY": "http://evil.example:1"], "direct"),
        (["ALL_PROXY": "socks5://all.example"], "socks5://all.example:1080"),
        (["http_proxy": "", "ALL_PROXY": "all.example:8080"], "http://all.example:8080"),
        (["http_proxy": "plain.example"], "http://plain.example:80"),
        (["http_proxy": "plain.example", "no_proxy": "*"], "direct"),
        (["http_proxy": "plain.example", "NO_PROXY": "a.example"], "direct"),
        (
            ["http_proxy": "plain.example", "no_proxy": "b.example", "NO_PROXY": "a.example"],
            "http://plain.example:80"
        ),
        (["http_proxy": "ftp://plain.example"], "impossible"),
        (["http_proxy": "ht tp"], "impossible"),
        (["https_proxy": "ht tp"], "direct"),
        ([:], "direct"),
    ])
    func `variables count in their order`(
        environment: [String: String],
        expected: String
    ) throws {
        #expect(try decision(environment, "http://a.example/") == expected)
    }

    @Test(arguments: [
        ("192.168.1.0/25", "192.168.1.127", true), ("192.168.1.0/25", "192.168.1.128", false),
        ("0.0.0.0/0", "8.8.8.8", true), ("10.0.0.1/33", "10.0.0.1", false),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
        ("1.2.3.4", "1.2.3.4", true), (".3.4", "1.2.3.4", false), ("*", "a.example", true),
        ("*,b", "a.example", false), ("a.example.", "a.example", true), ("", "a.example", false),
    ])
    func `exceptions are read as curl reads them`(list: String, host: String, isExempt: Bool) {
        #expect(ProxyExceptions(list).contains(host) == isExempt)
    }

    @Test func `a proxy's credentials are decoded, and never printed`() throws {
        let proxy = try #require(Proxy("socks5h://user:p%40ss%3Aword@[::1]:9050"))
        #expect(proxy.kind == .socks5)
        #expect(proxy.host == "::1")
        #expect(proxy.port == 9_050)
        #expect(proxy.credentials == Proxy.Credentials(user: "user", password: "p@ss:word"))
        var dumped = ""
        dump(ProxyConfiguration(all: proxy), to: &dumped)
        let texts = [
            "\(proxy)", String(reflecting: proxy), dumped, "\(ProxyConfiguration(all: proxy))",
        ]
        for text in texts { #expect(!text.contains("p@ss")) }
        #expect("\(proxy)" == "socks5://[::1]:9050")
    }
}
