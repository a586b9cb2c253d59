import Foundation

/// The names of the files that a bundle does have, for the one who mistyped.
struct FixtureNames {
  /// A bundle can be as large as an app; a hint is not worth reading all of it.
  private static let mostFilesLookedAt = 1_000
  /// How many names are suggested.
  private static let mostSuggestions = 3

  /// What a file system takes, in bytes.
  private static let longestName = 255
  /// How many bytes of a path are compared.
  private static let longestPath = 512
  /// How many pairs of bytes are compared, once there is something to suggest.
  private static let mostWork = 2_000_000

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

  /// Whether there are no files at all.
  var isEmpty: Bool { names.isEmpty }

  /// A line with the names that come closest to one; empty if there are none.
  func hint(for name: String) -> String {
    let nearest = nearest(to: name)
    guard !nearest.isEmpty else { return "" }
    return "\nSimilar names there: \(nearest.map(\.swiftLiteral).joined(separator: ", "))."
  }

  /// The names that come closest to one, best first; none for one that no file can have.
  func nearest(to name: String) -> [String] {
    let (wanted, file) = (Spelling(name), Spelling((name as NSString).lastPathComponent))
    guard file.bytes.count <= Self.longestName else { return [] }
    // Those of about the same length first: they are the likely ones if not all can be compared.
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
      // No other comes closer, or it would take too long to say.
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

  /// A name that is compared with the wanted one.
  private struct Candidate {
    let name: String
    let whole: Spelling
    let last: Spelling
    /// What its distance is at least.
    let least: Int
  }

  /// A name without the difference of large and small letters, as far as it is compared.
  private struct Spelling {
    let bytes: [UInt8]

    init(_ name: String) {
      bytes = Array(name.lowercased().utf8.prefix(FixtureNames.longestPath))
    }

    /// What the distance is at least: the difference of the lengths.
    func leastDistance(to other: Spelling) -> Int { abs(bytes.count - other.bytes.count) }

    /// How many bytes must be added, removed or replaced to turn one name into the other.
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
