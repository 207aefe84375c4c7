import Foundation
import TestSupport
import Testing
import VencejoHTTP

/// Held against what browsers do, as far as RFC 3986 and 3987 call the text well formed.
@Suite(.enabled(if: Conformance.isPresent, "conformance data absent"))
struct URIConformanceTests {
    @Test(arguments: Case.all("url/urltestdata.json"))
    func `A well-formed address is understood as browsers do`(sample: Case) throws {
        let input = try #require(sample.text("input"))
        let base = sample.text("base")
        let uri = base.map { URI($0)?.resolving(input) } ?? URI(input)
        guard Self.isComparable(input, base: base) else { return }
        #expect(uri?.description == sample.text("href"))
    }

    /// Well formed, hierarchical, of `http` or `https`, and without escaped dot segments: those are
    /// kept here, because a segment that was escaped on purpose must stay one.
    private static func isComparable(_ input: String, base: String?) -> Bool {
        let address = #/https?://[^/?#\[\]\\]*(\[[0-9A-Fa-f:.]+\](:[0-9]*)?)?([/?#].*)?/#
            .ignoresCase()
        let scheme = #/[A-Za-z][A-Za-z0-9+.\-]*:.*/#
        let isAbsolute = input.wholeMatch(of: address) != nil
        guard isAbsolute || base.map({ $0.wholeMatch(of: address) != nil }) == true else {
            return false
        }
        if !isAbsolute, input.wholeMatch(of: scheme) != nil || input.hasPrefix("///") {
            return false
        }
        let text = #/([!$-;=?-Z_a-z~\u{A0}-\u{10FFFF}]|#|\[|\])*/#
        let brokenEscape = #/%(?![0-9A-Fa-f]{2})/#
        let escapedDot = #/(/|^)(\.?%2e\.?|%2e%2e|\.%2e|%2e\.)(/|$|\?|\#)/#.ignoresCase()
        let tail = input.replacing(#/^https?://[^/?#]*/#.ignoresCase(), with: "")
        return input.wholeMatch(of: text) != nil && input.firstMatch(of: brokenEscape) == nil
            && input.firstMatch(of: escapedDot) == nil
            && input.filter { $0 == "#" }.count <= 1
            && input.prefixMatch(of: #/[^/]*//[^/?#]*@[^/?#]*@/#) == nil && !tail.contains("[")
            && !tail.contains("]")
    }

    @Test(arguments: Case.all("url/toascii.json"))
    func `A host outside ASCII is written in ASCII`(sample: Case) throws {
        let input = try #require(sample.text("input"))
        #expect(URI("http://\(input)/")?.host == sample.text("output"))
    }

    @Test(arguments: Case.all("url/percent-encoding.json"))
    func `Characters that no address holds are escaped`(sample: Case) throws {
        let input = try #require(sample.text("input"))
        let output = try #require((sample["output"] as? [String: String])?["utf-8"])
        // Browsers let the bar stand; RFC 3986 has no place for it.
        #expect(PercentEncoding.escapingIRI(input) == output.replacing("|", with: "%7C"))
    }

    @Test(arguments: Case.all("url/urlencoded-parse.json"))
    func `A form is read`(sample: Case) throws {
        let pairs = PercentEncoding.parsingForm(try #require(sample.text("input")))
        #expect(pairs.map { [$0.name, $0.value] } == sample["output"] as? [[String]])
    }

    @Test(arguments: Case.all("url/urlencoded-serialize.json"))
    func `A form is written`(sample: Case) throws {
        let pairs = try #require(sample["pairs"] as? [[String]])
        let text = PercentEncoding.form(pairs.map { (name: $0[0], value: $0[1]) })
        #expect(text == sample.text("output"))
        #expect(PercentEncoding.parsingForm(text).map { [$0.name, $0.value] } == pairs)
    }

    @Test(arguments: Case.all("formats/uri.json"))
    func `An http address is told from what is none`(sample: Case) throws {
        let input = try #require(sample.text("input"))
        let uri = URI(input)
        if sample.flag("valid") {
            // RFC 3986 takes a number with a leading zero for a name, resolvers for an octal.
            let isNumber = input.contains("//087.")
            let isHierarchical = input.contains("://")
            #expect((uri != nil) == (isHierarchical && !isNumber))
        } else if let uri {
            #expect(uri.description != input || input.contains("%"))
        }
    }
}
