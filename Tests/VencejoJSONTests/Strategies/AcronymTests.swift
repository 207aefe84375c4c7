import Testing
import VencejoJSON

@Suite struct `Snake case with acronyms` {
    @Test(arguments: [
        ("avatarURL", "avatar_url"), ("userID", "user_id"), ("id", "id"), ("url", "url"),
        ("htmlURL", "html_url"), ("baseURLPath", "base_url_path"), ("userIDs", "user_ids"),
        ("imageURLs", "image_urls"), ("ipAddress", "ip_address"), ("isHTTPSOnly", "is_https_only"),
        ("apiKey", "api_key"), ("publicAPIKey", "public_api_key"), ("jsonBody", "json_body"),
        ("rawJSON", "raw_json"), ("productSKU", "product_sku"), ("taxVATID", "tax_vat_id"),
        ("requestUUID", "request_uuid"), ("uuid", "uuid"), ("fullName", "full_name"),
        ("isActive", "is_active"), ("createdAt", "created_at"), ("address2", "address2"),
        ("line2Text", "line2_text"), ("sha256Hash", "sha256_hash"), ("_links", "_links"),
        ("_selfURL", "_self_url"), ("clientIP", "client_ip"), ("exportCSVURL", "export_csv_url"),
        ("smsOptIn", "sms_opt_in"), ("priceUSD", "price_usd"), ("utcOffset", "utc_offset"),
        ("lastSSHKeyID", "last_ssh_key_id"), ("name", "name"), ("idCard", "id_card"),
    ])
    func `is a way there and back`(swift: String, text: String) throws {
        let json = JSON(keys: .snakeCaseAcronyms)
        let written = try json.encodeToValue(Named(key: swift))
        #expect(written == .object([text: 1]))
        #expect(try json.decode(Keys.self, from: written).all == [swift])
    }

    @Test func `learns other words`() throws {
        let json = JSON(keys: .acronyms(Acronyms.usual.adding("eta")))
        #expect(try json.decode(Keys.self, from: #"{"arrival_eta": 1}"#).all == ["arrivalETA"])
        #expect(try json.encodeToValue(Named(key: "arrivalETAURL")) == ["arrival_eta_url": 1])
        let plain = JSON(keys: .acronyms(Acronyms([])))
        #expect(try plain.decode(Keys.self, from: #"{"user_id": 1}"#).all == ["userId"])
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private struct Keys: Decodable {
        var all: [String]
        init(from decoder: any Decoder) throws {
            all = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
    }

    private struct Named: Encodable {
        var key: String
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey(stringValue: key))
        }
    }

    @Test func `in their thousands are parted`() throws {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Loose: Encodable {
            var name: String
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: Key(stringValue: name))
            }
        }
        let json = JSON(keys: .snakeCaseAcronyms)
        let count = 5000
        let written = try json.encode(Loose(name: String(repeating: "ID", count: count)))
        let parts = [String](repeating: "id", count: count).joined(separator: "_")
        #expect(String(decoding: written, as: UTF8.self) == #"{"\#(parts)":1}"#)
    }
}
