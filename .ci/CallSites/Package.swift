// swift-tools-version: 6.2

import PackageDescription

// A package of somebody else's: it sees only what StubKit makes public.
let package = Package(
  name: "CallSites",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "StubKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "CallSites",
      dependencies: [
        .product(name: "StubKit", package: "StubKit"),
        .product(name: "StubKitRecording", package: "StubKit"),
      ],
      resources: [.copy("Fixtures")]),
    .executableTarget(
      name: "StaticProgram", dependencies: [.product(name: "StubKit", package: "StubKit")]),
    .executableTarget(
      name: "UntestedProgram", dependencies: [.product(name: "StubKit", package: "StubKit")]),
    // Code that was written for OHHTTPStubs, in Swift 5 mode as most of it is.
    .target(
      name: "OlderCallSites",
      dependencies: [.product(name: "StubKitOHHTTPStubs", package: "StubKit")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "CallSiteTests",
      dependencies: [
        .product(name: "StubKit", package: "StubKit"),
        .product(name: "StubKitContracts", package: "StubKit"),
        .product(name: "StubKitTesting", package: "StubKit"),
      ]),
    // As Xcode sets up a new app: what says nothing of its isolation is the main actor's.
    .testTarget(
      name: "MainActorTests",
      dependencies: [
        .product(name: "StubKit", package: "StubKit"),
        .product(name: "StubKitContracts", package: "StubKit"),
        .product(name: "StubKitExploring", package: "StubKit"),
        .product(name: "StubKitServer", package: "StubKit"),
        .product(name: "StubKitTesting", package: "StubKit"),
      ],
      swiftSettings: [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    // These fail on purpose: .ci/secrets looks at what they print.
    .testTarget(
      name: "FailingTests",
      dependencies: [
        .product(name: "StubKit", package: "StubKit"),
        .product(name: "StubKitTesting", package: "StubKit"),
      ]),
    // These are wrong as a newcomer gets them wrong: .ci/wrong-tests looks whether each is told.
    .testTarget(
      name: "WrongTests",
      dependencies: [
        .product(name: "StubKit", package: "StubKit"),
        .product(name: "StubKitContracts", package: "StubKit"),
        .product(name: "StubKitExploring", package: "StubKit"),
        .product(name: "StubKitTesting", package: "StubKit"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
