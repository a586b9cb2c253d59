package import Foundation

package struct Fixture: Sendable {
  let name: String
  private let bundlePath: String
  private let resources: URL

  package init(_ name: String, in bundle: Bundle) {
    self.name = name
    bundlePath = bundle.bundlePath
    resources = bundle.resourceURL ?? bundle.bundleURL
  }

  package func locate() throws(URLError) -> URL {
    let candidates = [resources, resources.appendingPathComponent("Fixtures")]
      .map { $0.appendingPathComponent(name).standardizedFileURL }
    let existing = candidates.filter { FileManager.default.fileExists(atPath: $0.path) }
    // The first of the candidates may be a folder with the name of the file.
    let file = existing.first {
      (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory != true
    }
    if let found = file ?? existing.first { return found }
    let lines = candidates.map { "\n  looked at \($0.path.withVisibleControls)" }.joined()
    let files = FileManager.default.enumerator(atPath: resources.path)
    let names = (0..<1_000).lazy.compactMap { _ in files?.nextObject() as? String }
      .map { $0.hasPrefix("Fixtures/") ? String($0.dropFirst("Fixtures/".count)) : $0 }
    throw .missing(
      "There is no fixture \(name.swiftLiteral) in the bundle \(bundlePath.withVisibleControls):"
        + lines + names.hint(onMissing: name, or: "Add it to the target's resources"))
  }
}

extension Sequence<String> {
  /// Another line for the message about a missing file: files with similar names, or the advice.
  func hint(onMissing path: String, or advice: String) -> String {
    let paths = Dictionary(
      map { (($0 as NSString).lastPathComponent, $0) }, uniquingKeysWith: Swift.min)
    let similar = paths.keys.near((path as NSString).lastPathComponent).compactMap { paths[$0] }
    guard !similar.isEmpty else { return "\n\(advice), or correct its name." }
    return "\nSimilar names there: \(similar.map(\.swiftLiteral).joined(separator: ", "))."
  }
}
