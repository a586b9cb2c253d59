// Appended to the manifest in a shape without shims: what the products consist of, and a probe of them.

package.targets.removeAll { target in
  [.test, .executable].contains(target.type)
    || ["CAllocations", "ForeignClient", "CPlatformProbe"].contains(target.name)
}
package.targets.append(
  .executableTarget(
    name: "Probe",
    dependencies: package.products.map { .byName(name: $0.name) } + ["TestPlaces"], path: "Probe",
    swiftSettings: strict))
