// Appended to the manifest in the shape: the modules that stand in for Apple's.

let shims: [Target] = [
  .target(name: "ObjectiveCRuntime"),
  .target(name: "Mach"),
  .target(name: "AppleObjectiveC", dependencies: ["ObjectiveCRuntime"], swiftSettings: strict),
  .target(name: "AppleOS", swiftSettings: strict),
  .target(name: "AppleDarwin", swiftSettings: strict),
  .target(name: "PlainXCTest", swiftSettings: strict),
  .target(name: "AppleXCTest", dependencies: ["PlainXCTest"], swiftSettings: strict),
  .target(
    name: "AppleFoundation", dependencies: ["AppleObjectiveC", "ObjectiveCRuntime"],
    swiftSettings: strict),
]

// Nobody has to name what the platform brings along. C sees the runtime's header alone, and XCTest
// is for those who know a testing library.
for target in package.targets {
  let isC = ["CStubKit", "CStubKitContracts", "CAllocations"].contains(target.name)
  let isForTests = target.type == .test || target.name == "StubKitTesting"
  target.dependencies +=
    shims.map(\.name)
    .filter { !isC || ["ObjectiveCRuntime", "Mach"].contains($0) }
    .filter { isForTests || !$0.hasSuffix("XCTest") }
    .map { .byName(name: $0) }
}

package.targets += shims
package.targets.append(
  .testTarget(
    name: "AppleDoubleTests",
    dependencies: ["StubKit", "StubKitTesting"] + shims.map { .byName(name: $0.name) },
    swiftSettings: strict))
