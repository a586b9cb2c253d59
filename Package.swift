// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What is handed out carries its lines, for backtraces, but not its variables: they would be a fifth of
// every test product. `STUBKIT_VARIABLES=1 swift build` keeps them, for a debugger inside of StubKit.
// On Windows the compiler takes this option for an error, since SwiftPM asks for CodeView there.
let withoutVariables = SwiftSetting.unsafeFlags(
  ["-Xfrontend", "-gline-tables-only"],
  .when(platforms: [
    .linux, .android, .macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS,
  ]))
let light = Context.environment["STUBKIT_VARIABLES"] == nil ? strict + [withoutVariables] : strict

let package = Package(
  name: "StubKit",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "StubKit", targets: ["StubKit"]),
    .library(name: "StubKitContracts", targets: ["StubKitContracts"]),
    .library(name: "StubKitExploring", targets: ["StubKitExploring"]),
    .library(name: "StubKitRecording", targets: ["StubKitRecording"]),
    .library(name: "StubKitServer", targets: ["StubKitServer"]),
    .library(name: "StubKitTesting", targets: ["StubKitTesting"]),
    .library(name: "StubKitOHHTTPStubs", targets: ["StubKitOHHTTPStubs"]),
  ],
  targets: [
    .target(name: "CStubKit"),
    .target(name: "StubKit", dependencies: ["CStubKit"], swiftSettings: light),
    .target(name: "CStubKitContracts", dependencies: ["CStubKit"]),
    .target(
      name: "StubKitContracts", dependencies: ["StubKit", "StubKitDrift", "CStubKitContracts"],
      swiftSettings: light),
    .target(name: "StubKitDrift", dependencies: ["StubKit"], swiftSettings: light),
    .target(
      name: "StubKitExploring", dependencies: ["StubKit", "CStubKit"], swiftSettings: light),
    .target(
      name: "StubKitRecording", dependencies: ["StubKit", "StubKitDrift", "CStubKit"],
      swiftSettings: light),
    .target(
      name: "StubKitServer", dependencies: ["StubKit", "CStubKit"], swiftSettings: light),
    .target(name: "StubKitTesting", dependencies: ["StubKit"], swiftSettings: light),
    .target(
      name: "StubKitOHHTTPStubs", dependencies: ["StubKit", "StubKitRecording"],
      swiftSettings: light),
    .executableTarget(
      name: "Tour",
      dependencies: ["StubKit", "StubKitContracts", "StubKitExploring", "StubKitRecording"],
      path: "Examples/Tour",
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
    .executableTarget(
      name: "StubKitBenchmarks",
      dependencies: ["StubKit", "StubKitContracts", "StubKitServer", "CStubKit", "CAllocations"],
      path: "Benchmarks",
      exclude: ["CAllocations", "Soak"], swiftSettings: strict),
    .executableTarget(
      name: "StubKitSoak",
      dependencies: [
        "StubKit", "StubKitExploring", "StubKitRecording", "StubKitServer", "TestPlaces",
      ],
      path: "Benchmarks/Soak",
      swiftSettings: strict),
    .target(name: "ForeignClient", path: "Tests/ForeignClient", swiftSettings: strict),
    .target(name: "TestPlaces", path: "Tests/TestPlaces", swiftSettings: strict),
    .target(
      name: "CPlatformProbe", path: "Tests/CPlatformProbe",
      cSettings: [.headerSearchPath("../../Sources/CStubKit/include")]),
    .executableTarget(
      name: "PlatformProbe", dependencies: ["CPlatformProbe", "TestPlaces"],
      path: "Tests/PlatformProbe",
      swiftSettings: strict),
    .testTarget(
      name: "StubKitTests",
      dependencies: [
        "StubKit", "StubKitExploring", "StubKitRecording", "StubKitTesting", "CStubKit",
        "TestPlaces",
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "StubKitEndToEndTests",
      dependencies: [
        "StubKit", "StubKitExploring", "StubKitRecording", "StubKitTesting", "ForeignClient",
        "TestPlaces",
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "StubKitContractsTests",
      dependencies: [
        "StubKit", "StubKitContracts", "StubKitDrift", "StubKitServer", "StubKitTesting",
        "CStubKitContracts", "TestPlaces",
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "StubKitServerTests",
      dependencies: [
        "StubKit", "StubKitExploring", "StubKitRecording", "StubKitServer", "StubKitTesting",
        "CStubKit", "TestPlaces",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StubKitOHHTTPStubsTests", dependencies: ["StubKitOHHTTPStubs", "StubKitTesting"],
      resources: [.process("Resources"), .copy("Older.bundle")], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
