// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A test target has StubKit built in order to use it, not to change it. On a Linux host, what only a change to
// StubKit needs is left out, and the C is optimized, unless `STUBKIT_VARIABLES=1 swift build` asks for a plain debug
// build; Benchmarks.md says what that saves. (`#if` asks for the host, `.when` for the target.)
//
// These are unsafe flags. SwiftPM allows them in packages that others depend on since 6.2. Whether Xcode does is
// reported both ways, so that other hosts do without.
#if os(Linux)
  // The lines stay, for backtraces; the variables, for a debugger inside of StubKit, would be a fifth of every
  // test product.
  let withoutVariables = SwiftSetting.unsafeFlags(
    ["-Xfrontend", "-gline-tables-only"], .when(platforms: [.linux, .android]))

  // Work that a debug build of somebody else's package need not do. Tried with Swift 6.3; compilers from 6.4 on
  // do not get it, since they may not know an option.
  #if compiler(<6.4)
    let withoutRework = [
      SwiftSetting.unsafeFlags(
        [
          // The compiler checks its own output, and looks for data races: `.ci/build` does, in release.
          "-Xfrontend", "-disable-llvm-verify", "-Xfrontend", "-sil-verify-none",
          "-Xllvm", "-sil-disable-pass=send-non-sendable",
          // Places on the stack for the variables that no debugger is told of.
          "-Xfrontend", "-disable-debugger-shadow-copies",
          // A hash of the code, to know it again when StubKit is built for the second time.
          "-Xfrontend", "-disable-incremental-llvm-codegen",
          // The one costly optimization of debug builds. Tests are as fast without it.
          "-Xllvm", "-sil-disable-pass=mandatory-redundant-load-elimination",
          // Each process of the compiler reads all files anew: four will do, or one for each core if there are more.
          "-driver-batch-size-limit", "70",
        ], .when(platforms: [.linux], configuration: .debug))
    ]
  #else
    let withoutRework: [SwiftSetting] = []
  #endif

  // The loops over whole bodies are in C, for debug builds: a recording takes two thirds of the time with this.
  let quick = CSetting.unsafeFlags(["-O1"], .when(platforms: [.linux], configuration: .debug))

  // Smaller on disk, the user's own part too; backtraces and lldb read it as before.
  let compressed = LinkerSetting.unsafeFlags(
    ["-Xlinker", "--compress-debug-sections=zlib"],
    .when(platforms: [.linux], configuration: .debug))

  let isWhole = Context.environment["STUBKIT_VARIABLES"] != nil
  let light = isWhole ? strict : strict + [withoutVariables] + withoutRework
  let looping = isWhole ? [] : [quick]
  let linking = isWhole ? [] : [compressed]
#else
  let light = strict
  let looping: [CSetting] = []
  let linking: [LinkerSetting] = []
#endif

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
    .target(name: "CStubKit", cSettings: looping),
    .target(
      name: "StubKit", dependencies: ["CStubKit"], swiftSettings: light,
      linkerSettings: linking),
    .target(name: "CStubKitContracts", dependencies: ["CStubKit"], cSettings: looping),
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
