import VencejoJSON

/// Ten people who do not exist.
enum People: Sendable {
    private struct Person: Sendable {
        let name: String
        let username: String
        let street: String
        let suite: String
        let city: String
        let zipcode: String
        let latitude: String
        let longitude: String
        let phone: String
        let website: String
        let company: String
        let catchPhrase: String
        let business: String
    }

    static var users: JSONValue {
        .array(all.enumerated().map { user($0.element, id: $0.offset + 1) })
    }

    private static func user(_ person: Person, id: Int) -> JSONValue {
        [
            "id": .number(id), "name": .string(person.name), "username": .string(person.username),
            "email": .string("\(person.username.lowercased())@example.com"),
            "address": [
                "street": .string(person.street), "suite": .string(person.suite),
                "city": .string(person.city), "zipcode": .string(person.zipcode),
                "geo": ["lat": .string(person.latitude), "lng": .string(person.longitude)],
            ],
            "phone": .string(person.phone), "website": .string(person.website),
            "company": [
                "name": .string(person.company), "catchPhrase": .string(person.catchPhrase),
                "bs": .string(person.business),
            ],
        ]
    }

    private static let all: [Person] = [
        Person(
            name: "Marina Solvedo",
            username: "Marisol",
            street: "Calle Tilo",
            suite: "Piso 3",
            city: "Valdebrisa",
            zipcode: "52445",
            latitude: "21.1308",
            longitude: "-145.3717",
            phone: "1-555-010-3471",
            website: "marisol.example.org",
            company: "Solvedo e Hijas",
            catchPhrase: "Maps for people who like to get lost",
            business: "folds maps that unfold themselves"
        ),
        Person(
            name: "Tobias Kernwald",
            username: "Tobik",
            street: "Lindengasse",
            suite: "Apt. 12",
            city: "Oberfurt",
            zipcode: "80239-2542",
            latitude: "-61.8802",
            longitude: "2.5281",
            phone: "(555) 010-6991",
            website: "tobik.example.org",
            company: "Kernwald Werke",
            catchPhrase: "Clocks with an opinion",
            business: "repairs hours and half hours"
        ),
        Person(
            name: "Ines Arrubal",
            username: "Inesarr",
            street: "Camino del Molino",
            suite: "Suite 240",
            city: "Puertollana",
            zipcode: "14914",
            latitude: "-11.4559",
            longitude: "-88.1746",
            phone: "555.010.2408 x544",
            website: "inesarr.example.org",
            company: "Arrubal Molinos",
            catchPhrase: "Wind sold by the metre",
            business: "grinds, sifts and delivers"
        ),
        Person(
            name: "Dorian Pell",
            username: "Dpell",
            street: "Harbour Row",
            suite: "Suite 7",
            city: "Eastwick Sands",
            zipcode: "82226",
            latitude: "45.7593",
            longitude: "-127.9073",
            phone: "1-555-010-7955 x00160",
            website: "dpell.example.org",
            company: "Pell and Daughter",
            catchPhrase: "Ropes that remember knots",
            business: "splices lines for tall ships"
        ),
        Person(
            name: "Noemi Castrel",
            username: "Noecast",
            street: "Rua das Cerejas",
            suite: "Apt. 5",
            city: "Vila Serena",
            zipcode: "39260-2013",
            latitude: "-14.4647",
            longitude: "161.9267",
            phone: "+34 555 01 83 84",
            website: "noecast.example.org",
            company: "Castrel Cafe",
            catchPhrase: "Coffee at the speed of thought",
            business: "roasts small and slowly"
        ),
        Person(
            name: "Henrik Ovesund",
            username: "Henrove",
            street: "Fjordveien",
            suite: "Suite 88",
            city: "Nordholmen",
            zipcode: "16105",
            latitude: "-11.3205",
            longitude: "13.8332",
            phone: "1-555-010-3181",
            website: "henrove.example.org",
            company: "Ovesund Nets",
            catchPhrase: "Nets with fewer holes",
            business: "weaves what the sea tears"
        ),
        Person(
            name: "Aurelia Montvert",
            username: "Aurelim",
            street: "Rue du Lavoir",
            suite: "Apt. 31",
            city: "Saint-Clair-sur-Lune",
            zipcode: "84830",
            latitude: "44.2577",
            longitude: "-108.5530",
            phone: "(555) 010-6054",
            website: "aurelim.example.org",
            company: "Montvert Papiers",
            catchPhrase: "Paper that waits for words",
            business: "presses leaves into sheets"
        ),
        Person(
            name: "Samir Haddouk",
            username: "Samhad",
            street: "Garden Passage",
            suite: "Suite 419",
            city: "Qasr Yasmin",
            zipcode: "86231-4078",
            latitude: "6.6842",
            longitude: "-148.6517",
            phone: "555.010.7101 x199",
            website: "samhad.example.org",
            company: "Haddouk Lamps",
            catchPhrase: "Light by the spoonful",
            business: "pours, cuts and hangs glass"
        ),
        Person(
            name: "Leocadia Brun",
            username: "Leobrun",
            street: "Travesera del Pinar",
            suite: "Piso 1",
            city: "Robledal",
            zipcode: "17812",
            latitude: "25.2560",
            longitude: "-24.6186",
            phone: "1-555-010-4374 x00608",
            website: "leobrun.example.org",
            company: "Brun Campanas",
            catchPhrase: "Bells tuned to the valley",
            business: "casts bronze twice a year"
        ),
        Person(
            name: "Casper Wintle",
            username: "Cwintle",
            street: "Chestnut Mews",
            suite: "Suite 63",
            city: "Little Harrow",
            zipcode: "51175",
            latitude: "59.2818",
            longitude: "-47.0620",
            phone: "+34 555 01 69 84",
            website: "cwintle.example.org",
            company: "Wintle Umbrellas",
            catchPhrase: "Rain is only a suggestion",
            business: "mends ribs, handles and moods"
        ),
    ]
}
