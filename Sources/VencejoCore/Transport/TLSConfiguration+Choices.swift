extension TLSConfiguration {
    /// What was chosen and is not as it is by default, in words.
    ///
    /// A transport that cannot honour one of these says so; it passes none over.
    package var choices: [String] {
        let usual = TLSConfiguration()
        var choices: [String] = []
        if authorities != usual.authorities { choices.append("authorities") }
        if pins != usual.pins { choices.append("pins") }
        if identity != usual.identity { choices.append("a client identity") }
        if minimumVersion != usual.minimumVersion { choices.append("the oldest version") }
        if verification != usual.verification { choices.append("verification") }
        if resumesSessions != usual.resumesSessions { choices.append("resumption") }
        return choices
    }
}
