extension Payloads {
    /// About 5 MB of Spanish text; every tenth post has all its letters as `\u` escapes.
    static func posts() -> [UInt8] {
        var dice = Dice(3)
        let posts = (1...830).map { post(&dice, $0) }
        return Array(
            #"{"total_count":\#(posts.count),"posts":[\#(posts.joined(separator: ","))]}"#.utf8
        )
    }

    private static func post(_ dice: inout Dice, _ id: Int) -> String {
        let escaping = id % 10 == 0
        var comments: [String] = []
        for place in 0..<9 {
            comments.append(comment(&dice, id * 10 + place, id, escaping))
        }
        let title = PayloadText.quoted(PayloadText.sentence(&dice, 7), escapingAll: escaping)
        let body = PayloadText.quoted(prose(&dice, 70), escapingAll: escaping)
        return #"{"id":\#(id),"user_id":\#(dice.roll(1...106)),"title":\#(title),"body":\#(body),"#
            + #""is_published":true,"published_at":"\#(PayloadText.date(&dice))","#
            + #""tags":["\#(dice.pick(PayloadText.words))","\#(dice.pick(PayloadText.words))"],"#
            + #""comments":[\#(comments.joined(separator: ","))]}"#
    }

    private static func comment(
        _ dice: inout Dice,
        _ id: Int,
        _ post: Int,
        _ escaping: Bool
    ) -> String {
        let body = PayloadText.quoted(prose(&dice, 50), escapingAll: escaping)
        return #"{"id":\#(id),"post_id":\#(post),"name":"\#(dice.pick(PayloadText.given))","#
            + #""email":"lector\#(id)@correo.example","body":\#(body),"#
            + #""likes":\#(dice.roll(500)),"created_at":"\#(PayloadText.date(&dice))"}"#
    }

    private static func prose(_ dice: inout Dice, _ words: Int) -> String {
        var text = PayloadText.sentence(&dice, words)
        if dice.chance(40) { text += "\n«Así» dijo \"\(dice.pick(PayloadText.given))\"" }
        if dice.chance(30) { text += " \(dice.pick(PayloadText.emoji))" }
        return text
    }

    /// About 2 MB of coordinates with 15 to 17 digits: the outlines of a map.
    static func map() -> [UInt8] {
        var dice = Dice(4)
        let outlines = (0..<480).map { _ -> String in
            let points = (0..<dice.roll(20...200)).map { _ -> String in
                let east = Double(dice.next() >> 11) / 0x1p53 * 360 - 180
                let north = Double(dice.next() >> 11) / 0x1p53 * 180 - 90
                return "[\(east),\(north)]"
            }
            return "[\(points.joined(separator: ","))]"
        }
        return Array(
            (#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":"#
                + #"{"name":"Archipiélago"},"geometry":{"type":"Polygon","coordinates":["#
                + outlines.joined(separator: ",") + "]}}]}").utf8
        )
    }

    /// About 600 KB as a microblog sends it: wide objects of which a model reads a part.
    static func statuses() -> [UInt8] {
        var dice = Dice(5)
        let statuses = (1...290).map { status(&dice, $0, true) }
        return Array(
            #"{"statuses":[\#(statuses.joined(separator: ","))],"search_metadata":{"count":290}}"#
                .utf8
        )
    }

    private static func status(_ dice: inout Dice, _ id: Int, _ quoting: Bool) -> String {
        let text = prose(&dice, 16)
        let quoted = quoting && dice.chance(40) ? status(&dice, id + 1000, false) : nil
        let tags = (0..<dice.roll(3)).map { place in
            #"{"text":"\#(dice.pick(PayloadText.words))","indices":[\#(place * 9),\#(place * 9 + 8)]}"#
        }
        return #"{"metadata":{"result_type":"recent","iso_language_code":"es"},"#
            + #""created_at":"\#(PayloadText.date(&dice))","id":50587492009519\#(1000 + id),"#
            + #""id_str":"50587492009519\#(1000 + id)","text":\#(PayloadText.quoted(text)),"#
            + #""source":"<a href=\"https://app.example/\" rel=\"nofollow\">Móvil<\/a>","#
            + #""truncated":false,"in_reply_to_status_id":null,"in_reply_to_user_id":null,"#
            + #""in_reply_to_screen_name":null,"user":\#(account(&dice, id)),"geo":null,"#
            + #""coordinates":null,"place":null,"contributors":null,"#
            + (quoted.map { #""retweeted_status":\#($0),"# } ?? "")
            + #""retweet_count":\#(dice.roll(900)),"favorite_count":\#(dice.roll(900)),"#
            + #""entities":{"hashtags":[\#(tags.joined(separator: ","))],"symbols":[],"#
            + #""urls":[],"user_mentions":[]},"favorited":false,"retweeted":false,"lang":"es"}"#
    }

    private static func account(_ dice: inout Dice, _ id: Int) -> String {
        let about = PayloadText.quoted(prose(&dice, 12))
        return #"{"id":\#(dice.roll(1_000_000...9_000_000)),"id_str":"\#(id)","#
            + #""name":"\#(dice.pick(PayloadText.given))","screen_name":"cuenta_\#(id)","#
            + #""location":"\#(dice.pick(PayloadText.cities))","description":\#(about),"#
            + #""url":null,"protected":false,"followers_count":\#(dice.roll(9000)),"#
            + #""friends_count":\#(dice.roll(900)),"listed_count":\#(dice.roll(9)),"#
            + #""created_at":"\#(PayloadText.date(&dice))","favourites_count":0,"utc_offset":null,"#
            + #""time_zone":null,"geo_enabled":false,"verified":\#(dice.chance(5)),"#
            + #""statuses_count":\#(dice.roll(99_999)),"lang":"es","contributors_enabled":false,"#
            + #""is_translator":false,"profile_background_color":"C0DEED","#
            + #""profile_background_image_url":"http://img.example/themes/theme1/bg.png","#
            + #""profile_image_url_https":"https://img.example/profile/\#(id)/normal.jpeg","#
            + #""profile_link_color":"0084B4","profile_use_background_image":true,"#
            + #""default_profile":true,"following":false,"notifications":false}"#
    }
}
