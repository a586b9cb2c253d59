import StubKit

struct RecordingDraft {
  private let exchanges: [RecordedExchange]
  private let redaction: Redaction
  let names: SecretNames
  private(set) var entries: [HAREntry] = []

  init(
    of exchanges: [RecordedExchange], by redaction: Redaction, naming names: SecretNames
  ) throws(ArchiveError) {
    (self.exchanges, self.redaction, self.names) = (exchanges, redaction, names)
    for exchange in RecordedExchange.redacting(exchanges, by: redaction, naming: names) {
      entries.append(try HAREntry(exchange))
    }
    if entries.count > 1 { entries.sortByRequest(without: ArchiveNames(names.given, in: [])) }
  }

  /// Returns the draft with the archive's names for its secrets.
  ///
  /// A secret keeps the name that another recording of this process gave to it. An exchange that
  /// differs from an archived one only in names takes the archived names, since a server issues new
  /// tokens for each login.
  func named(
    like archive: HARArchive, knowing known: [[UInt8]: [UInt8]]
  ) throws(ArchiveError) -> RecordingDraft {
    let taken = archive.namesAsBytes
    guard !names.given.isEmpty, !taken.isEmpty || !known.isEmpty else { return self }
    var matching = NameMatching(of: archive, named: taken)
    // `names` also knows secrets of other recordings that do not occur in this one.
    let own = names.names.filter { names.contains($0.value) }
    for (secret, name) in own { known[secret].map { matching.note(name, as: $0) } }
    matching.compare(entries, named: names.given)
    let isTaken = Set(taken)
    var chosen: [[UInt8]: [UInt8]] = [:]
    var isChanged = false
    for (secret, name) in own {
      let other = matching.names[name] ?? (isTaken.contains(name) ? nil : name)
      chosen[secret] = other
      isChanged = isChanged || other != name
    }
    guard isChanged else { return self }
    return try RecordingDraft(
      of: exchanges, by: redaction, naming: SecretNames(after: taken, knowing: chosen))
  }
}

/// Pairs the names in new entries with the archive's names at the corresponding places.
private struct NameMatching {
  /// The archive's name for each name in the new entries.
  private(set) var names: [[UInt8]: [UInt8]] = [:]
  private var isUsed: Set<[UInt8]> = []
  /// The archive's entries by address without names, in reverse order: `compare` takes the last.
  private var entries: [NamelessText: [NamelessText]]

  init(of archive: HARArchive, named names: [[UInt8]]) {
    let finder = SecretFinder(names)
    entries = Dictionary(grouping: archive.entries.reversed()) {
      NamelessText($0.request.url, finder)
    }.mapValues { $0.map { NamelessText($0.timelessText, finder) } }
  }

  mutating func note(_ name: [UInt8], as other: [UInt8]) {
    names[name] = other
    isUsed.insert(other)
  }

  mutating func compare(_ others: [HAREntry], named given: [[UInt8]]) {
    let finder = SecretFinder(given)
    for other in others {
      let text = NamelessText(other.timelessText, finder)
      guard !text.names.isEmpty else { continue }
      let address = NamelessText(other.request.url, finder)
      let place = entries[address]?.lastIndex { agree(text, $0) }
      if let place { entries[address]?.remove(at: place) }
    }
  }

  /// Notes the pairs of names if the texts differ in nothing else and no earlier pair contradicts.
  private mutating func agree(_ own: NamelessText, _ other: NamelessText) -> Bool {
    guard own == other, own.names.count == other.names.count else { return false }
    let before = (names, isUsed)
    for (name, other) in zip(own.names, other.names) where names[name] != other {
      guard names[name] == nil, isUsed.insert(other).inserted else {
        (names, isUsed) = before
        return false
      }
      names[name] = other
    }
    return true
  }
}

private struct NamelessText: Hashable {
  private var text: [UInt8] = []
  private(set) var names: [[UInt8]] = []

  init(_ text: String, _ finder: SecretFinder) {
    text.withBytes { bytes in
      var place = 0
      for match in finder.matches(in: bytes) {
        self.text += bytes[place..<match.range.lowerBound] + [0]
        names.append(match.secret)
        place = match.range.upperBound
      }
      self.text += bytes[place...]
    }
  }

  static func == (left: NamelessText, right: NamelessText) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension HAREntry {
  fileprivate var timelessText: String {
    StubJSON.array(timeless.map { $0 ?? .null }).description
  }
}
