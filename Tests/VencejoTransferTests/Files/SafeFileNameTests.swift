import TestSupport
import Testing
import VencejoTransfer

@Suite struct SafeFileNameTests {
    @Test(
        arguments: [
            ("report.pdf", "report.pdf"),
            ("ä €.txt", "ä €.txt"),
            ("../../etc/passwd", "passwd"),
            ("..\\..\\boot.ini", "boot.ini"),
            ("/etc/shadow", "shadow"),
            ("C:\\a\\b.txt", "b.txt"),
            ("C:evil.txt", "C_evil.txt"),
            ("a/b\\c/d.txt", "d.txt"),
            ("a\u{FF0F}b.txt", "b.txt"),
            ("a\0b.txt", "ab.txt"),
            ("a\r\nb\u{7F}\u{85}.txt", "ab.txt"),
            (".bashrc", "bashrc"),
            ("...a..", "a"),
            (" . a .txt . ", "a .txt"),
            ("exe\u{202E}gpj.exe", "exegpj.exe"),
            ("a\u{200B}\u{FEFF}b", "ab"),
            ("con", "_con"),
            ("NUL.tar.gz", "_NUL.tar.gz"),
            ("com1 .txt", "_com1 .txt"),
            ("LPT¹", "_LPT¹"),
            ("CONIN$", "_CONIN$"),
            ("console", "console"),
            ("COM10", "COM10"),
            ("a<b>c:d\"e|f?g*h", "a_b_c_d_e_f_g_h"),
            ("-rf", "_rf"),
            ("a%2F..%2Fb", "a%2F..%2Fb"),
            ("x.vencejo-part", "x.vencejo-part_"),
            ("x.VENCEJO-part.json", "x.VENCEJO-part.json_"),
            ("~root", "~root"),
        ]
    )
    func `a name is made of what a server says`(text: String, name: String) {
        #expect(SafeFileName.make(text) == name)
    }

    @Test(
        arguments: [
            "", ".", "..", "/", "a/", "\\", "...", " ", "\0\n", "a/..", "..\\", "\u{202E}",
        ]
    )
    func `nothing is left of some`(text: String) {
        #expect(SafeFileName.make(text) == nil)
    }

    @Test func `a long name is cut between characters and keeps its extension`() throws {
        let name = try #require(SafeFileName.make(String(repeating: "ñ", count: 300) + ".tar"))
        #expect(name.utf8.count <= SafeFileName.mostBytes)
        #expect(name.hasSuffix("ñ.tar"))
        let bare = try #require(SafeFileName.make("a." + String(repeating: "b", count: 300)))
        #expect(bare.utf8.count == SafeFileName.mostBytes)
        let family = String(repeating: "👨‍👩‍👧", count: 100)
        #expect(try #require(SafeFileName.make(family)).utf8.count <= SafeFileName.mostBytes)
    }

    @Test func `whatever comes in, one harmless name comes out, and stays itself`() {
        var dice = Seeded(state: 7)
        let pieces = [
            "..", ".", "/", "\\", "\0", "\n", "a", "ñ", " ", "CON", "nul", "-", ":", "\u{202E}",
            "👨‍👩‍👧", "\u{301}", ".vencejo-part", "\u{FF0F}", "\t", "x.txt",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &dice)
            let text = (0..<count).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
            guard let name = SafeFileName.make(text) else { continue }
            let isWrong = { (scalar: Unicode.Scalar) in
                scalar.value < 0x20 || "/\\:".unicodeScalars.contains(scalar)
            }
            let isHarmless =
                !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= SafeFileName.mostBytes
                && !name.unicodeScalars.contains(where: isWrong)
            #expect(isHarmless, "\(text.debugDescription) became \(name.debugDescription)")
            #expect(SafeFileName.make(name) == name, "\(text.debugDescription)")
        }
    }
}
