import Foundation

struct FixtureNames {
  /// A bundle can be as large as an app, and a hint is not worth reading it whole.
  private static let mostFilesLookedAt = 1_000
  /// The limit of file systems, in bytes.
  private static let longestName = 255

  private let names: Set<String>

  /// Leaves `folder` out of the names of the files in it.
  init(in root: URL, shortening folder: String) {
    var names: Set<String> = []
    let files = FileManager.default.enumerator(atPath: root.path)
    while names.count < Self.mostFilesLookedAt, let name = files?.nextObject() as? String {
      guard files?.fileAttributes?[.type] as? FileAttributeType != .typeDirectory else { continue }
      let prefix = folder + "/"
      names.insert(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name)
    }
    self.names = names
  }

  init(besides file: URL) {
    let folder = file.deletingLastPathComponent().path
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    names = Set(all.sorted().prefix(Self.mostFilesLookedAt))
  }

  var isEmpty: Bool { names.isEmpty }

  func hint(for name: String) -> String {
    let file = (name as NSString).lastPathComponent
    guard file.utf8.count <= Self.longestName, !names.isEmpty else { return "" }
    let nearest = names.map { other in
      let last = (other as NSString).lastPathComponent
      return (name: other, likeness: max(other.likeness(to: name), last.likeness(to: file)))
    }.sorted { ($1.likeness, $0.name) < ($0.likeness, $1.name) }.prefix(3)
    let similar = nearest.prefix { $0.likeness >= .leastLikeness }
    let title = !similar.isEmpty ? "Similar names" : names.count > 3 ? "Some of the files" : "Files"
    let shown = similar.isEmpty ? nearest : similar
    return "\n\(title) there: \(shown.map(\.name.swiftLiteral).joined(separator: ", "))."
  }
}
