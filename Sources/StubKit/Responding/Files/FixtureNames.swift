import Foundation

struct FixtureNames {
  /// A bundle can be as large as an app; a hint is not worth reading all of it.
  private static let mostFilesLookedAt = 1_000
  private static let mostCompared = 100
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

  /// Empty for a name that no file can have.
  func hint(for name: String) -> String {
    let file = (name as NSString).lastPathComponent
    guard file.utf8.count <= Self.longestName, !names.isEmpty else { return "" }
    // Names of similar length are the likely ones if there are too many to compare.
    let candidates = names.map { candidate in
      [(candidate, name), ((candidate as NSString).lastPathComponent, file)]
    }.sorted { lhs, rhs in
      let lengths = [lhs, rhs].map { $0.map { abs($0.utf8.count - $1.utf8.count) }.min() ?? 0 }
      return (lengths[0], lhs[0].0) < (lengths[1], rhs[0].0)
    }.prefix(Self.mostCompared)
    let nearest = candidates.map { pairs in
      (pairs.map { Self.distance($0, $1) }.min() ?? 0, pairs[0].0)
    }.sorted(by: <).prefix(3)
    return "\nSimilar names there: \(nearest.map(\.1.swiftLiteral).joined(separator: ", "))."
  }

  /// The number of bytes to add, remove or replace, ignoring case.
  private static func distance(_ name: String, _ other: String) -> Int {
    let (name, other) = (bytes(of: name), bytes(of: other))
    var distances = Array(0...other.count)
    for (row, byte) in name.enumerated() {
      var diagonal = distances[0]
      distances[0] = row + 1
      for column in other.indices {
        let replaced = diagonal + (byte == other[column] ? 0 : 1)
        diagonal = distances[column + 1]
        distances[column + 1] = min(replaced, diagonal + 1, distances[column] + 1)
      }
    }
    return distances[other.count]
  }

  private static func bytes(of name: String) -> [UInt8] {
    Array(name.lowercased().utf8.prefix(2 * longestName))
  }
}
