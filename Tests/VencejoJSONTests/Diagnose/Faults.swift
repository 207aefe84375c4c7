import Foundation
import VencejoJSON

/// One fault of each kind that people meet: what was asked for, and of which text.
struct Fault: Sendable {
    let title: String
    let text: String
    let bytes: [UInt8]
    let kind: JSONError.Kind
    /// Reads the text and gives the error.
    let error: @Sendable () -> JSONError?

    init<T: Decodable & SendableMetatype>(
        _ title: String,
        _ kind: JSONError.Kind,
        _ type: T.Type,
        _ text: String,
        _ json: JSON = JSON(),
        bytes: [UInt8]? = nil
    ) {
        let bytes = bytes ?? Array(text.utf8)
        self.title = title
        self.text = text
        self.bytes = bytes
        self.kind = kind
        error = {
            do throws(JSONError) {
                _ = try json.decode(type, from: bytes)
                return nil
            } catch {
                return error
            }
        }
    }
}

extension Fault {
    struct Contact: Decodable { var email: String, phone: String }
    struct Person: Decodable { var id: Int, fullName: String }
    struct Snaked: Decodable {
        var userId: Int
        private enum CodingKeys: String, CodingKey { case userId = "user_id" }
    }
    struct Login: Decodable { var user: String, password: Int }
    struct Event: Decodable { var startsAt: Date }

    static let all: [Fault] = values + keys + texts

    static let values: [Fault] = [
        Fault(
            "Another type",
            .typeMismatch,
            [Contact].self,
            #"[{"email": "ada@example.com", "phone": {"home": "1"}}]"#
        ),
        Fault(
            "A number in quotes",
            .typeMismatch,
            Person.self,
            #"{"id": "12", "fullName": "Ada"}"#
        ),
        Fault(
            "A list inside an envelope",
            .typeMismatch,
            [Int].self,
            #"{"items": [1, 2], "n": 2}"#
        ),
        Fault(
            "Null",
            .missingValue,
            [Contact].self,
            #"[{"email": "ada@example.com", "phone": null}]"#
        ),
        Fault(
            "A number that does not fit",
            .numberOutOfRange,
            [String: [UInt8]].self,
            #"{"levels": [1, 300]}"#
        ),
        Fault(
            "A number that is not whole",
            .numberOutOfRange,
            [Int].self,
            "[1, 2.5]"
        ),
        Fault(
            "A date in another form",
            .notADate,
            Event.self,
            #"{"startsAt": "2024-02-29 12:30:00+0100"}"#
        ),
        Fault("A value that is none", .corrupted, [URL].self, #"["https://a.example", ""]"#),
        Fault("A check of your own", .custom, [Picky].self, "[1]"),
        Fault("An array too short", .missingElement, Three.self, "[1, 2]"),
        Fault(
            "A secret is not shown",
            .typeMismatch,
            Login.self,
            #"{"user": "ada", "password": "correct horse"}"#
        ),
    ]

    struct Three: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            for _ in 0..<3 { _ = try container.decode(Int.self) }
        }
    }

    static let keys: [Fault] = [
        Fault("A missing key", .missingKey, Contact.self, #"{"email": "ada@example.com"}"#),
        Fault(
            "A key in snake case",
            .missingKey,
            Person.self,
            #"{"id": 1, "full_name": "Ada"}"#
        ),
        Fault("A key nearly the same", .missingKey, Person.self, #"{"id": 1, "fulName": "Ada"}"#),
        Fault(
            "A key one level below",
            .missingKey,
            Person.self,
            #"{"data": {"id": 1, "fullName": "Ada"}}"#
        ),
        Fault(
            "A coding key that the strategy respells",
            .keySpelling,
            Snaked.self,
            #"{"user_id": 1}"#,
            JSON(keys: .snakeCase)
        ),
    ]

    static let texts: [Fault] = [
        Fault("An empty body", .empty, [Int].self, ""),
        Fault(
            "HTML instead of JSON",
            .notJSON,
            [Int].self,
            "<!DOCTYPE html><html><head><title>Sign in</title></head></html>"
        ),
        Fault("Plain text instead of JSON", .notJSON, [Int].self, "Bad Gateway"),
        Fault("A text cut short", .truncated, [Contact].self, #"[{"email": "ada@exam"#),
        Fault("A missing comma", .syntax, [String: Int].self, #"{"a": 1 "b": 2}"#),
        Fault("A trailing comma", .syntax, [Int].self, "[1, 2,]"),
        Fault(
            "No UTF-8",
            .notUnicode,
            [String].self,
            #"["caf\xe9"]"#,
            bytes: Array("[\"caf".utf8) + [0xE9] + Array("\"]".utf8)
        ),
        Fault(
            "Too deep",
            .tooDeep,
            JSONValue.self,
            String(repeating: "[", count: 600)
        ),
    ]
}
