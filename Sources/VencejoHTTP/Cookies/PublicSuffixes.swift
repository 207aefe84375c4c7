/// Domains under which anybody can register, and for which nobody may set cookies.
///
///     let suffixes = PublicSuffixes.common.adding(["internal.example", "*.apps.example"])
///
/// Every last label is one (`com`, `org`, `localhost`). ``common`` adds the best known others; the
/// whole list of publicsuffix.org can be read with ``init(_:)``, line by line.
public struct PublicSuffixes: Sendable {
    /// Names that are suffixes themselves.
    private var names: Set<String> = []
    /// Names of which each child is a suffix: `ck` for `*.ck`.
    private var parents: Set<String> = []
    /// Children that are none all the same: `www.ck` for `!www.ck`.
    private var exceptions: Set<String> = []

    /// Reads rules as publicsuffix.org writes them: `co.uk`, `*.ck`, `!www.ck`, `// remark`.
    public init(_ rules: some Sequence<String>) {
        for rule in rules { add(rule) }
    }

    /// The last labels of all, and the second ones that are best known.
    public static let common = PublicSuffixes(second + hosts + ["*.ck", "!www.ck", "*.bd"])

    /// The same with more rules.
    public func adding(_ rules: some Sequence<String>) -> PublicSuffixes {
        var suffixes = self
        for rule in rules { suffixes.add(rule) }
        return suffixes
    }

    /// Whether a domain, in lower case, is a public suffix.
    public func contains(_ domain: String) -> Bool {
        guard let dot = domain.firstIndex(of: ".") else { return true }
        if exceptions.contains(domain) { return false }
        return names.contains(domain)
            || parents.contains(String(domain[domain.index(after: dot)...]))
    }

    private mutating func add(_ rule: String) {
        let rule = rule.prefix { $0 != " " && $0 != "\t" }.lowercased()
        if rule.isEmpty || rule.hasPrefix("//") { return }
        if rule.hasPrefix("!") {
            insert(rule.dropFirst(), into: &exceptions)
        } else if rule.hasPrefix("*.") {
            insert(rule.dropFirst(2), into: &parents)
        } else {
            insert(rule[...], into: &names)
        }
    }

    /// Names outside ASCII are kept as they stand in an address.
    private func insert(_ name: Substring, into names: inout Set<String>) {
        names.insert(HostName.normalized(name) ?? String(name))
    }

    private static let second = """
        co.uk org.uk me.uk ac.uk gov.uk net.uk ltd.uk plc.uk sch.uk nhs.uk police.uk
        com.au net.au org.au edu.au gov.au id.au co.nz net.nz org.nz ac.nz govt.nz geek.nz
        co.jp ne.jp or.jp ac.jp go.jp ad.jp ed.jp gr.jp lg.jp co.kr or.kr ne.kr re.kr go.kr ac.kr
        com.cn net.cn org.cn gov.cn edu.cn ac.cn com.tw org.tw net.tw com.hk org.hk com.sg org.sg
        co.in net.in org.in firm.in gen.in ind.in gov.in ac.in com.my co.id or.id web.id co.th in.th
        com.ph com.vn com.pk com.sa com.eg com.tr org.tr net.tr gov.tr edu.tr co.il org.il ac.il
        com.es nom.es org.es gob.es edu.es com.pt org.pt gov.pt com.mx org.mx gob.mx edu.mx net.mx
        com.ar org.ar gob.ar edu.ar net.ar com.br org.br net.br gov.br edu.br com.co org.co gov.co
        com.pe org.pe gob.pe edu.pe com.ve org.ve gob.ve com.uy org.uy edu.uy gub.uy com.ec org.ec
        com.bo com.py com.gt com.sv com.hn com.ni com.pa com.do com.cu com.pr co.cr ac.cr go.cr gob.cl
        com.pl net.pl org.pl edu.pl gov.pl com.ua org.ua net.ua gov.ua com.ru msk.ru spb.ru com.gr
        com.ro org.ro co.at or.at ac.at gv.at co.hu asso.fr com.fr gouv.fr com.de co.it gov.it edu.it
        co.za org.za net.za gov.za ac.za web.za co.ke or.ke com.ng org.ng com.gh co.tz co.ug co.zw
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// Places where each name below belongs to somebody else.
    private static let hosts = """
        github.io gitlab.io bitbucket.io herokuapp.com netlify.app vercel.app pages.dev workers.dev
        web.app firebaseapp.com appspot.com blogspot.com cloudfront.net s3.amazonaws.com
        elasticbeanstalk.com azurewebsites.net cloudapp.net fly.dev onrender.com glitch.me surge.sh
        readthedocs.io now.sh deno.dev repl.co translate.goog ngrok.io ngrok-free.app
        """.split(whereSeparator: \.isWhitespace).map(String.init)
}
