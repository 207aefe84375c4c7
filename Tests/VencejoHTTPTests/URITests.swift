import Foundation
import Testing
import VencejoHTTP

@Suite struct URITests {
    @Test func `An address is taken apart`() throws {
        let uri = try #require(URI("HTTPS://ada:pw@Example.COM:8443/a%2Fb/ñ?q=a+b&r=ñ#frag"))
        #expect(uri.scheme == "https" && uri.userInfo == "ada:pw" && uri.host == "example.com")
        #expect(uri.port == 8443 && uri.path == "/a%2Fb/%C3%B1" && uri.query == "q=a+b&r=%C3%B1")
        #expect(uri.fragment == "frag" && uri.authority == "ada:pw@example.com:8443")
        #expect(uri.hostHeader == "example.com:8443" && uri.isSecure)
        #expect(uri.requestTarget == "/a%2Fb/%C3%B1?q=a+b&r=%C3%B1")
        #expect(uri.origin == URI.Origin(scheme: "https", host: "example.com", port: 8443))
        #expect(uri.origin.description == "https://example.com:8443")
        #expect(URI(uri.description) == uri)
    }

    @Test func `An empty path is a slash and the scheme's own port goes`() throws {
        let uri = try #require(URI("http://a.com:80?q"))
        #expect(uri.description == "http://a.com/?q" && uri.port == nil)
        #expect(uri.effectivePort == 80 && uri.hostHeader == "a.com")
        #expect(URI("https://a.com:443")?.origin == URI("https://A.com/x")?.origin)
        #expect(URI("https://a.com:80")?.effectivePort == 80)
        #expect(URI("https://a.com:")?.port == nil && URI("http://a.com:00081")?.port == 81)
    }

    @Test(
        arguments: [
            "", "a", "/a", "//a", "http", "http:", "http:a", "http:/a", "http://", "http:///a",
            "http://:80", "http://@", "http://a:b", "http://a:-1", "http://a:65536", "http://a:1a",
            "http://a:99999999999999999999", "http://a b", "http://a/b c", " http://a", "http://a ",
            "http://a\n", "http://a/\r\nHost: b", "http://a/\0", "http://a/\u{7F}", "http://a\\b",
            "http://a/\\b", "http://[::1", "http://::1", "http://[::1]a", "http://[a]", "http://[]",
            "http://[1:2:3:4:5:6:7]", "http://[1::2::3]", "http://[::1%25eth0]", "http://[:::]",
            "http://[::1.2.3.256]", "http://[::1.2.3.04]", "http://[12345::]", "http://[1:]",
            "http://a%00b", "http://a%2Fb", "http://a%20b", "http://a%FFb", "http://a<b", "1a://b",
            "http://1.2.3.4.5", "http://256.1.1.1", "http://a.1", "http://[@b", "http://a[b",
            "http://\u{202E}a", "http://a\u{FFFD}", "http://\u{301}a", "http://xn--ñ",
            "http://a\u{3000}b", "http://\u{AD}",
        ]
    )
    func `Trap: what is no address is refused`(text: String) {
        #expect(URI(text) == nil)
    }

    @Test(
        arguments: [
            ("http://EXAMPLE.com", "example.com"), ("http://ex%41mple.com", "example.com"),
            ("http://bücher.de", "xn--bcher-kva.de"), ("http://BÜCHER.de", "xn--bcher-kva.de"),
            ("http://bu\u{308}cher.de", "xn--bcher-kva.de"),
            ("http://日本語。jp", "xn--wgv71a119e.jp"), ("http://ｅｘ．com", "ex.com"),
            ("http://[::1]", "::1"), ("http://[0:0:0:0:0:0:0:1]", "::1"),
            ("http://[2001:DB8:0:0:1:0:0:1]", "2001:db8::1:0:0:1"),
            ("http://[1:0:3:4:5:6:7:8]", "1:0:3:4:5:6:7:8"),
            ("http://[::ffff:1.2.3.4]", "::ffff:102:304"), ("http://[1::]", "1::"),
            ("http://127.0.0.1", "127.0.0.1"), ("http://0x7f.1", "127.0.0.1"),
            ("http://2130706433", "127.0.0.1"), ("http://0177.0.0.1", "127.0.0.1"),
            ("http://1.2.3.4.", "1.2.3.4"), ("http://a.com.", "a.com."), ("http://a_b", "a_b"),
            ("http://\u{2F868}.com", "xn--snl.com"),
            ("http://1.2.3.com", "1.2.3.com"), ("http://0x7g", "0x7g"),
        ]
    )
    func `A host has one spelling`(text: String, host: String) {
        #expect(URI(text)?.host == host)
    }

    @Test(
        arguments: [
            ("http://localhost", true), ("http://api.localhost:8080", true),
            ("http://LOCALHOST", true), ("http://127.0.0.1", true), ("http://127.255.0.9", true),
            ("http://[::1]", true), ("http://0x7f.1", true), ("http://notlocalhost", false),
            ("http://localhost.evil.com", false), ("http://127.0.0.1.evil.com", false),
            ("http://128.0.0.1", false), ("http://[::2]", false), ("http://127.evil", false),
            ("http://localhost@evil.com", false),
        ]
    )
    func `This machine is told from others`(text: String, isLoopback: Bool) throws {
        #expect(try #require(URI(text)).isLoopback == isLoopback)
    }

    /// RFC 3986 §5.4.
    @Test(
        arguments: [
            ("//g", "http://g/"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("", "http://a/b/c/d;p?q"),
            ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
            ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
            ("https://b.com/x", "https://b.com/x"), ("%2E%2E/g", "http://a/b/c/%2E%2E/g"),
            ("a%2Fb?c%26d", "http://a/b/c/a%2Fb?c%26d"), ("ñ", "http://a/b/c/%C3%B1"),
            ("?#", "http://a/b/c/d;p?#"), ("g:h", nil), ("//", nil), ("a b", nil), ("\\g", nil),
        ] as [(String, String?)]
    )
    func `A reference is resolved by the standard's examples`(reference: String, whole: String?) {
        #expect(URI("http://a/b/c/d;p?q")?.resolving(reference)?.description == whole)
    }

    @Test(
        arguments: [
            ("https://a.com", "users", "https://a.com/users"),
            ("https://a.com/", "/users", "https://a.com/users"),
            ("https://a.com/v1", "users", "https://a.com/v1/users"),
            ("https://a.com/v1/", "/users", "https://a.com/v1/users"),
            ("https://a.com/v1", "users/", "https://a.com/v1/users/"),
            ("https://a.com/v1", "", "https://a.com/v1"),
            ("https://a.com/v1/", "", "https://a.com/v1/"),
            ("https://a.com/v1", "/", "https://a.com/v1/"),
            ("https://a.com/v1", "?p=2", "https://a.com/v1?p=2"),
            ("https://a.com/v1?k=1", "users", "https://a.com/v1/users?k=1"),
            ("https://a.com/v1?k=1", "users?p=2", "https://a.com/v1/users?k=1&p=2"),
            ("https://a.com/v1#f", "users#g", "https://a.com/v1/users"),
            ("https://a.com/v1", "a//b", "https://a.com/v1/a//b"),
            ("https://a.com/v1", "%2E%2E/x", "https://a.com/v1/%2E%2E/x"),
            ("https://a.com/v1", "https://b.com", "https://a.com/v1/https://b.com"),
            ("https://a.com/v1", "a b\r\n", "https://a.com/v1/a%20b%0D%0A"),
        ]
    )
    func `Trap: a base and a path are joined with one slash`(
        base: String,
        path: String,
        whole: String
    ) {
        #expect(URI(base)?.appending(path: path).description == whole)
    }

    @Test func `Accents after a mark do not hide it`() {
        let uri = URI("http://a.com/\u{301}x?\u{301}y#\u{301}z")
        #expect(uri?.description == "http://a.com/%CC%81x?%CC%81y#%CC%81z")
        #expect(URI("http://good.com@\u{301}evil.com/") == nil)
    }

    @Test func `User information is escaped and an empty one goes`() {
        #expect(URI("http://a@b@c/")?.description == "http://a%40b@c/")
        #expect(URI("http://@c/")?.userInfo == nil && URI("http://:@c/")?.userInfo == nil)
        #expect(URI("http://a:@c/")?.userInfo == "a" && URI("http://:b@c/")?.userInfo == ":b")
    }

    @Test func `Secrets are hidden`() throws {
        let uri = try #require(URI("https://ada:pw@a.com:8443/x?Key=1&page=2&k%65y=3&key&a=key#f"))
        let text = uri.redacted { $0.lowercased() == "key" }
        #expect(
            text
                == "https://<redacted>@a.com:8443/x?Key=<redacted>&page=2&k%65y=<redacted>&key&a=key#f"
        )
        #expect(URI("http://a.com/x")?.redacted() == "http://a.com/x")
    }

    @Test func `An address is coded as its text`() throws {
        let uri = try #require(URI("https://a.com/x?y#z"))
        let data = try JSONEncoder().encode([uri])
        #expect(try JSONDecoder().decode([URI].self, from: data) == [uri])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([URI].self, from: Data(#"["/x"]"#.utf8))
        }
    }
}
