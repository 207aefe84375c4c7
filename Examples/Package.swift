// swift-tools-version: 6.2
import PackageDescription

/// As strict as the library itself: an example is read, copied and trusted.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),
]

let vencejo: Target.Dependency = .product(name: "Vencejo", package: "vencejo")
let foundation: Target.Dependency = .product(name: "VencejoFoundation", package: "vencejo")
let testing: Target.Dependency = .product(name: "VencejoTesting", package: "vencejo")

let package = Package(
    name: "vencejo-lessons",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2), .watchOS(.v11)],
    products: [
        .library(name: "Usuarios", targets: ["Usuarios"]),
        .library(name: "Marcador", targets: ["Marcador"]),
        .executable(name: "usuarios", targets: ["UsuariosMain"]),
        .executable(name: "marcador", targets: ["MarcadorMain"]),
    ],
    dependencies: [.package(name: "vencejo", path: "..")],
    targets: [
        // What both apps share: the state of a screen, and a terminal.
        .target(name: "Pantalla", dependencies: [vencejo]),
        .target(name: "TerminalKit"),
        // The apps.
        // snippet.plugin
        .target(
            name: "Usuarios",
            dependencies: ["Pantalla", vencejo, foundation],
            plugins: [.plugin(name: "JSONReaders", package: "vencejo")]
        ),
        // snippet.end
        .target(name: "Marcador", dependencies: ["Pantalla", vencejo]),
        // Their fronts for a terminal.
        .target(name: "UsuariosTerminal", dependencies: ["TerminalKit", "Usuarios", vencejo]),
        .target(name: "MarcadorTerminal", dependencies: ["Marcador", "TerminalKit", vencejo]),
        .executableTarget(
            name: "UsuariosMain",
            dependencies: ["TerminalKit", "UsuariosTerminal", vencejo, testing]
        ),
        .executableTarget(
            name: "MarcadorMain",
            dependencies: ["MarcadorTerminal", "TerminalKit", vencejo, testing]
        ),
        .testTarget(
            name: "UsuariosTests",
            dependencies: ["Pantalla", "Usuarios", vencejo, foundation, testing]
        ),
        .testTarget(
            name: "MarcadorTests",
            dependencies: ["Marcador", "Pantalla", vencejo, testing]
        ),
        .testTarget(
            name: "TerminalTests",
            dependencies: [
                "Marcador", "MarcadorTerminal", "TerminalKit", "Usuarios", "UsuariosTerminal",
                vencejo, testing,
            ]
        ),
    ]
)

for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + house
}
