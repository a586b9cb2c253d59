package import Foundation

package struct Fixture: Sendable {
  let name: String
  private let bundlePath: String
  private let resources: URL

  private static let customaryFolder = "Fixtures"

  package init(_ name: String, in bundle: Bundle) {
    self.name = name
    bundlePath = bundle.bundlePath
    resources = bundle.resourceURL ?? bundle.bundleURL
  }

  package func locate() throws(URLError) -> URL {
    guard let components else {
      throw .missing(
        "The fixture \(name.swiftLiteral) would be outside of its bundle, "
          + "\(bundlePath.withVisibleControls).")
    }
    guard !components.isEmpty else {
      throw .missing(
        "A fixture needs the name of a file, and \(name.swiftLiteral) does not name one.")
    }
    let candidates = [[], [Self.customaryFolder]].map { folders in
      (folders + components).reduce(resources) { $0.appendingPathComponent($1) }
    }
    let existing = candidates.filter { FileManager.default.fileExists(atPath: $0.path) }
    // A folder of the same name may stand in front of the file.
    let file = existing.first {
      (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory != true
    }
    if let found = file ?? existing.first { return found }
    let lines = candidates.map { "\n  looked at \($0.path.withVisibleControls)" }.joined()
    let names = FixtureNames(in: resources, shortening: Self.customaryFolder)
    let hint = names.isEmpty ? "\nThe bundle has no files." : names.hint(for: name)
    throw .missing(
      "There is no fixture \(name.swiftLiteral) in the bundle \(bundlePath.withVisibleControls):"
        + lines + hint)
  }

  /// The parts of the name with `.` and `..` resolved; nil if they lead out of the bundle.
  private var components: [String]? {
    var components: [String] = []
    for part in name.split(separator: "/") where part != "." {
      if part == ".." {
        guard components.popLast() != nil else { return nil }
      } else {
        components.append(String(part))
      }
    }
    return components
  }
}
