// swift-tools-version: 6.2
import PackageDescription

/// The same for every Swift target: all that Swift 7 will turn on, and no warning left standing.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),
]

/// Pointers are what these are made of: every line would read `unsafe`, which tells nobody anything.
let pointersByNature: Set<String> = [
    "VencejoSockets", "VencejoEngine", "VencejoDeflate", "VencejoDigest", "VencejoJSON",
    "VencejoStore",
]

/// An exit test expands to pointers.
let testsThatExit: Set<String> = [
    "TransportTests", "VencejoStoreTests", "VencejoTransferTests",
]

let apple: [Platform] = [.iOS, .macOS, .tvOS, .visionOS, .watchOS]

let package = Package(
    name: "vencejo",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2), .watchOS(.v11)],
    products: [
        .library(name: "Vencejo", targets: ["Vencejo"]),
        .library(name: "VencejoStore", targets: ["VencejoStore"]),
        .library(name: "VencejoFoundation", targets: ["VencejoFoundation"]),
        .library(name: "VencejoTesting", targets: ["VencejoTesting", "VencejoMockServer"]),
        .executable(name: "vencejo", targets: ["VencejoCLI"]),
        .plugin(name: "JSONReaders", targets: ["JSONReaders"]),
    ],
    traits: [
        .trait(
            name: "URLSessionOnLinux",
            description:
                "Type-checks and smoke-tests the Apple transport on Linux; never for a product"
        )
    ],
    targets: [
        // Rung 0: leaves.
        .target(name: "VencejoHTTP"),
        .target(name: "VencejoWire", dependencies: ["VencejoHTTP"]),
        .target(name: "VencejoJSON"),
        .target(name: "VencejoConcurrency"),
        .target(
            name: "VencejoDeflate",
            dependencies: [
                "VencejoConcurrency", "VencejoWire",
                .target(name: "CZlib", condition: .when(platforms: [.linux])),
            ]
        ),
        .target(
            name: "VencejoDigest",
            dependencies: [.target(name: "COpenSSL", condition: .when(platforms: [.linux]))]
        ),
        .target(name: "CMoment"),
        .target(
            name: "VencejoSockets",
            dependencies: [
                "CMoment", "VencejoConcurrency",
                .target(name: "CEpoll", condition: .when(platforms: [.linux])),
            ]
        ),
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CNGHTTP2",
            pkgConfig: "libnghttp2",
            providers: [.apt(["libnghttp2-dev"])]
        ),
        .systemLibrary(
            name: "CBrotli",
            pkgConfig: "libbrotlidec",
            providers: [.apt(["libbrotli-dev"])]
        ),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        // Rung 1: how a call flows; the server that tests it.
        .target(
            name: "VencejoCore",
            dependencies: [
                "VencejoConcurrency", "VencejoDigest", "VencejoHTTP", "VencejoJSON", "VencejoWire",
            ]
        ),
        .target(
            name: "VencejoMockServer",
            dependencies: [
                "VencejoConcurrency", "VencejoDeflate", "VencejoDigest", "VencejoHTTP",
                "VencejoJSON", "VencejoSockets", "VencejoWire",
                .target(name: "CZlib", condition: .when(platforms: [.linux])),
            ]
        ),
        // Rung 2: edges to the outside world, one system each.
        .target(
            name: "VencejoEngine",
            dependencies: [
                "VencejoConcurrency", "VencejoCore", "VencejoHTTP", "VencejoSockets", "VencejoWire",
                .target(name: "CNGHTTP2", condition: .when(platforms: [.linux])),
                .target(name: "COpenSSL", condition: .when(platforms: [.linux])),
                .target(name: "CBrotli", condition: .when(platforms: [.linux])),
                .target(name: "CZlib", condition: .when(platforms: [.linux])),
                .target(name: "CZstd", condition: .when(platforms: [.linux])),
            ]
        ),
        .target(
            name: "VencejoStreaming",
            dependencies: [
                "VencejoConcurrency", "VencejoCore", "VencejoDeflate", "VencejoDigest",
                "VencejoHTTP", "VencejoJSON", "VencejoWire",
            ]
        ),
        .target(
            name: "VencejoCache",
            dependencies: ["VencejoConcurrency", "VencejoCore", "VencejoDigest", "VencejoHTTP"]
        ),
        .target(
            name: "VencejoTransfer",
            dependencies: [
                "VencejoConcurrency", "VencejoCore", "VencejoDeflate", "VencejoDigest",
                "VencejoHTTP", "VencejoJSON",
            ]
        ),
        .target(
            name: "VencejoURLSession",
            dependencies: ["VencejoConcurrency", "VencejoCore", "VencejoHTTP"]
        ),
        .target(
            name: "VencejoTesting",
            dependencies: [
                "VencejoConcurrency", "VencejoCore", "VencejoHTTP", "VencejoJSON",
                "VencejoMockServer", "VencejoSockets",
            ]
        ),
        .target(
            name: "VencejoFoundation",
            dependencies: ["VencejoCore", "VencejoHTTP", "VencejoJSON", "VencejoTransfer"]
        ),
        // Rung 3: what people import.
        .target(
            name: "Vencejo",
            dependencies: [
                "VencejoCache", "VencejoCore", "VencejoHTTP", "VencejoJSON", "VencejoStreaming",
                "VencejoTransfer",
                .target(name: "VencejoEngine", condition: .when(platforms: [.linux])),
                .target(name: "VencejoURLSession", condition: .when(platforms: apple)),
                .target(name: "VencejoFoundation", condition: .when(platforms: apple)),
            ]
        ),
        .target(
            name: "VencejoStore",
            dependencies: [
                "CSQLite", "VencejoCache", "VencejoConcurrency", "VencejoCore", "VencejoHTTP",
                "VencejoJSON",
            ]
        ),
        // Rungs 4 and 5: the program.
        .target(
            name: "VencejoCommands",
            dependencies: [
                "Vencejo", "VencejoCache", "VencejoConcurrency", "VencejoCore", "VencejoHTTP",
                "VencejoDigest", "VencejoJSON", "VencejoMockServer", "VencejoStore",
                "VencejoTransfer",
            ]
        ),
        .executableTarget(name: "VencejoCLI", dependencies: ["Vencejo", "VencejoCommands"]),
        .executableTarget(
            name: "vencejo-bench",
            dependencies: [
                "Vencejo", "VencejoCache", "VencejoConcurrency", "VencejoCore", "VencejoEngine",
                "VencejoHTTP", "VencejoJSON", "VencejoMockServer", "VencejoStore", "VencejoWire",
                "CAllocations",
            ],
            path: "Benchmarks/bench",
            plugins: ["JSONReaders"]
        ),
        .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
        .executableTarget(
            name: "vencejo-probe",
            dependencies: ["VencejoCache", "VencejoCore", "VencejoEngine", "VencejoHTTP"],
            path: "Benchmarks/probe"
        ),
        .target(
            name: "VencejoLoad",
            dependencies: [
                "VencejoCache", "VencejoConcurrency", "VencejoCore", "VencejoHTTP", "VencejoStore",
            ],
            path: "Benchmarks/load"
        ),
        .executableTarget(
            name: "vencejo-soak",
            dependencies: [
                "VencejoConcurrency", "VencejoCore", "VencejoHTTP", "VencejoLoad",
                "VencejoDigest", "VencejoMockServer", "VencejoSockets", "VencejoTransfer",
                .target(name: "VencejoEngine", condition: .when(platforms: [.linux])),
            ],
            path: "Benchmarks/soak"
        ),
        // What writes the readers of models while a package is built.
        .target(name: "VencejoReaders"),
        .executableTarget(
            name: "vencejo-readers",
            dependencies: ["VencejoReaders"],
            path: "Sources/VencejoReadersTool"
        ),
        .plugin(
            name: "JSONReaders",
            capability: .buildTool(),
            dependencies: ["vencejo-readers"]
        ),
        .plugin(
            name: "CheckImports",
            capability: .command(
                intent: .custom(
                    verb: "check-imports",
                    description: "Fails when a file imports a target that its own does not declare"
                )
            )
        ),
        // Tests mirror the sources.
        .target(
            name: "TestSupport",
            dependencies: ["VencejoConcurrency", "VencejoJSON", "VencejoMockServer"],
            path: "Tests/Support"
        ),
        .testTarget(
            name: "VencejoHTTPTests",
            dependencies: ["VencejoHTTP", "VencejoJSON", "TestSupport"]
        ),
        .testTarget(
            name: "VencejoWireTests",
            dependencies: [
                "VencejoDeflate", "VencejoDigest", "VencejoHTTP", "VencejoJSON", "VencejoWire",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "VencejoJSONTests",
            dependencies: ["VencejoJSON", "TestSupport"],
            exclude: ["Expected"]
        ),
        .testTarget(
            name: "VencejoReadersTests",
            dependencies: ["VencejoJSON", "VencejoReaders"],
            plugins: ["JSONReaders"]
        ),
        .testTarget(name: "VencejoConcurrencyTests", dependencies: ["VencejoConcurrency"]),
        .testTarget(name: "VencejoDigestTests", dependencies: ["VencejoDigest"]),
        .testTarget(
            name: "VencejoSocketsTests",
            dependencies: ["VencejoConcurrency", "VencejoSockets"]
        ),
        .testTarget(
            name: "VencejoCoreTests",
            dependencies: [
                "VencejoConcurrency", "VencejoCore", "VencejoFoundation", "VencejoHTTP",
                "VencejoJSON",
                "VencejoTesting", "VencejoWire", "TestSupport",
            ]
        ),
        .testTarget(
            name: "VencejoEngineTests",
            dependencies: [
                "VencejoConcurrency", "VencejoCore", "VencejoEngine", "VencejoHTTP",
                "VencejoMockServer", "VencejoSockets", "VencejoWire", "TestSupport",
                .target(name: "CNGHTTP2", condition: .when(platforms: [.linux])),
            ]
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: [
                "Vencejo", "VencejoConcurrency", "VencejoCore", "VencejoHTTP", "VencejoJSON",
                "VencejoLoad", "VencejoMockServer", "VencejoSockets", "TestSupport",
                .target(name: "VencejoEngine", condition: .when(platforms: [.linux])),
            ],
            exclude: ["Expected"]
        ),
        .testTarget(
            name: "VencejoMockServerTests",
            dependencies: [
                "VencejoHTTP", "VencejoJSON", "VencejoMockServer", "VencejoWire", "VencejoSockets",
                "VencejoConcurrency", "TestSupport",
            ]
        ),
        .testTarget(
            name: "VencejoStreamingTests",
            dependencies: [
                "VencejoConcurrency", "VencejoCore", "VencejoHTTP", "VencejoJSON",
                "VencejoStreaming", "VencejoTesting", "TestSupport",
            ]
        ),
        .testTarget(
            name: "VencejoTransferTests",
            dependencies: [
                "Vencejo", "VencejoConcurrency", "VencejoCore", "VencejoDeflate", "VencejoDigest",
                "VencejoFoundation", "VencejoHTTP", "VencejoJSON", "VencejoMockServer",
                "VencejoTesting", "VencejoTransfer", "VencejoWire", "TestSupport",
            ]
        ),
        .testTarget(
            name: "VencejoCacheTests",
            dependencies: [
                "Vencejo", "VencejoCache", "VencejoConcurrency", "VencejoCore", "VencejoHTTP",
                "VencejoJSON", "VencejoMockServer", "VencejoTesting", "TestSupport",
            ],
            exclude: ["Expected"]
        ),
        .testTarget(
            name: "VencejoStoreTests",
            dependencies: [
                "Vencejo", "VencejoCache", "VencejoConcurrency", "VencejoCore", "VencejoHTTP",
                "VencejoJSON", "VencejoLoad", "VencejoStore", "VencejoTesting",
            ]
        ),
        .testTarget(
            name: "VencejoURLSessionTests",
            dependencies: [
                "VencejoCore", "VencejoHTTP", "VencejoMockServer", "VencejoURLSession",
            ]
        ),
        .testTarget(
            name: "JourneyTests",
            dependencies: [
                "Vencejo", "VencejoConcurrency", "VencejoCore", "VencejoFoundation", "VencejoHTTP",
                "VencejoJSON", "VencejoMockServer", "VencejoTesting", "VencejoWire",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "VencejoCommands", "VencejoConcurrency", "VencejoDigest", "VencejoMockServer",
                "VencejoHTTP",
                "VencejoJSON", "VencejoSockets", "VencejoTesting", "VencejoTransfer", "Vencejo",
            ],
            exclude: ["Expected", "Servers"]
        ),
    ]
)

for target in package.targets
where [.regular, .executable, .test].contains(target.type) {
    let memorySafety: [SwiftSetting] =
        pointersByNature.union(testsThatExit).contains(target.name) ? [] : [.strictMemorySafety()]
    target.swiftSettings = (target.swiftSettings ?? []) + house + memorySafety
}
