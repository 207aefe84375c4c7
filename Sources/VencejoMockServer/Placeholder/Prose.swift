/// Text that looks like Latin and means nothing, in words of our own.
struct Prose: Sendable {
    private static let words = [
        "aberis", "alvenco", "amiralum", "antevo", "arbela", "aveluto", "balonis", "becturo",
        "belinare", "bramis", "calvito", "camentis", "carobe", "celuma", "ciravel", "colenda",
        "coruvis", "dalemo", "deruncta", "divelis", "dolumare", "ebranto", "elivus", "enocta",
        "erbalis", "est", "et", "evolara", "facurno", "felimis", "ferundo", "forvela", "fulmeto",
        "galiscet", "gemura", "gilvaris", "harento", "helumis", "iberno", "ilvescet", "imbrola",
        "in", "iscarum", "juvelo", "lacumis", "lavendro", "lemura", "limbato", "lorvena",
        "lucarno", "maletis", "marvola", "melundo", "mirabet", "moventa", "naluris", "nembrosa",
        "nidara", "non", "nuvolet", "obrella", "olvanto", "ombrasi", "orvietum", "paluda",
        "pelvino", "perumna", "pluviet", "porvano", "quaerol", "quilva", "quo", "ramuntis",
        "revolca", "ripario", "rosemet", "salubro", "sed", "selvana", "silumbra", "solento",
        "sub", "talverno", "temulis", "tervona", "tolumet", "turbela", "ulvarno", "umbriet",
        "ut", "valenco", "velumbra", "venturo", "verdola", "vitulis", "volemus", "zeferno",
    ]

    private var generator: SplitMix

    init(seed: UInt64) {
        generator = SplitMix(seed: seed)
    }

    /// Words until the text has at least so many characters; at most eight more than that.
    mutating func line(_ length: ClosedRange<Int>) -> String {
        let goal = generator.pick(length)
        var text = generator.pick(Self.words)
        while text.utf8.count < goal {
            text += " " + generator.pick(Self.words)
        }
        return text
    }

    /// Lines joined by line feeds.
    mutating func lines(_ count: Int, _ length: ClosedRange<Int>) -> String {
        (0..<count).map { _ in line(length) }.joined(separator: "\n")
    }

    mutating func word() -> String { generator.pick(Self.words) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { generator.pick(range) }
}
