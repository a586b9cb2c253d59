import Foundation

/// The names of the files in a bundle, to suggest one for a misspelt name.
struct FixtureNames {
  /// A bundle can be as large as an app; a hint is not worth reading all of it.
  private static let mostFilesLookedAt = 1_000
  private static let mostSuggestions = 3

  /// The limit of file systems, in bytes.
  private static let longestName = 255
  private static let longestPath = 512
  /// The number of compared pairs of bytes after which the search ends, once there is a suggestion.
  private static let mostWork = 2_000_000

  private let names: Set<String>

  /// Collects the files below a directory, with one of its folders left out of their names.
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

  /// Collects the other files in the folder of a file.
  init(besides file: URL) {
    let folder = file.deletingLastPathComponent().path
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    names = Set(all.sorted().prefix(Self.mostFilesLookedAt))
  }

  var isEmpty: Bool { names.isEmpty }

  /// Returns a line with the most similar names; empty if there are none.
  func hint(for name: String) -> String {
    let nearest = nearest(to: name)
    guard !nearest.isEmpty else { return "" }
    return "\nSimilar names there: \(nearest.map(\.swiftLiteral).joined(separator: ", "))."
  }

  /// Returns the most similar names, best first; none for a name that no file can have.
  func nearest(to name: String) -> [String] {
    let (wanted, file) = (Spelling(name), Spelling((name as NSString).lastPathComponent))
    guard file.bytes.count <= Self.longestName else { return [] }
    // Names of similar length come first: they are the likely ones if not all can be compared.
    let candidates = names.map { candidate in
      let whole = Spelling(candidate)
      let last = Spelling((candidate as NSString).lastPathComponent)
      return Candidate(
        name: candidate, whole: whole, last: last,
        least: min(whole.leastDistance(to: wanted), last.leastDistance(to: file)))
    }.sorted { ($0.least, $0.name) < ($1.least, $1.name) }
    var best: [(distance: Int, name: String)] = []
    var work = 0
    for candidate in candidates {
      work += candidate.whole.bytes.count * wanted.bytes.count
      // No other name is closer, or finding one would take too long.
      if best.count == Self.mostSuggestions,
        work > Self.mostWork || candidate.least > best[best.count - 1].distance
      {
        break
      }
      let distance = min(
        candidate.whole.distance(to: wanted), candidate.last.distance(to: file))
      best.append((distance, candidate.name))
      best.sort(by: <)
      best = Array(best.prefix(Self.mostSuggestions))
    }
    return best.map(\.name)
  }

  private struct Candidate {
    let name: String
    let whole: Spelling
    let last: Spelling
    /// A lower bound of the distance.
    let least: Int
  }

  /// A name without case, up to the compared length.
  private struct Spelling {
    let bytes: [UInt8]

    init(_ name: String) {
      bytes = Array(name.lowercased().utf8.prefix(FixtureNames.longestPath))
    }

    /// A lower bound of the distance: the difference of the lengths.
    func leastDistance(to other: Spelling) -> Int { abs(bytes.count - other.bytes.count) }

    /// The number of bytes to add, remove or replace to turn one name into the other.
    func distance(to other: Spelling) -> Int {
      var distances = Array(0...other.bytes.count)
      for (row, byte) in bytes.enumerated() {
        var diagonal = distances[0]
        distances[0] = row + 1
        for column in other.bytes.indices {
          let replaced = diagonal + (byte == other.bytes[column] ? 0 : 1)
          diagonal = distances[column + 1]
          distances[column + 1] = min(replaced, diagonal + 1, distances[column] + 1)
        }
      }
      return distances[other.bytes.count]
    }
  }
}
