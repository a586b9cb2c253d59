import Foundation

/// The names of the files that a bundle does have, for the one who mistyped.
struct FixtureNames {
  /// A bundle can be as large as an app; a hint is not worth reading all of it.
  private static let mostFilesLookedAt = 1_000
  /// How many names are suggested.
  private static let mostSuggestions = 3

  private let names: Set<String>

  /// Collects the files below a directory, those of one of its folders without the folder's name.
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

  /// Collects the files of the folder that a file should be in, those in its folders left out.
  init(besides file: URL) {
    let folder = file.deletingLastPathComponent().path
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    names = Set(all.sorted().prefix(Self.mostFilesLookedAt))
  }

  /// The names that come closest to one, best first.
  func nearest(to name: String) -> [String] {
    let wanted = Array(name.lowercased().utf8)
    let file = Array((name as NSString).lastPathComponent.lowercased().utf8)
    let ranked = names.map { candidate in
      let whole = Self.distance(Array(candidate.lowercased().utf8), wanted)
      let last = Self.distance(
        Array((candidate as NSString).lastPathComponent.lowercased().utf8), file)
      return (name: candidate, distance: min(whole, last))
    }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(Self.mostSuggestions).map(\.name)
  }

  /// How many bytes must be added, removed or replaced to turn one name into the other.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var previous = Array(0...right.count)
    for (row, leftByte) in left.enumerated() {
      var current = [row + 1]
      for (column, rightByte) in right.enumerated() {
        let replaced = previous[column] + (leftByte == rightByte ? 0 : 1)
        current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[right.count]
  }
}
