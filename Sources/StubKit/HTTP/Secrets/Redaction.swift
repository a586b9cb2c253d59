/// Says what is taken out of a recording, and what stays.
///
/// The standard redaction needs no list: it knows the usual names of secrets in all spellings, and
/// finds values that look like secrets under any name. You can add names to it, and keep others:
///
/// ```swift
/// redacting: [.fields("nickname"), .keeping(queryItems: "pageToken")]
/// ```
/// Before a recording is written, each secret is replaced by a name of its own: `REDACTED-1`, or a
/// UUID for a UUID, a number for a number. A secret of six characters or more is also replaced
/// everywhere else in the recording, such as in an address that repeats it or a body that sends it
/// back, however it is encoded. In a replay the app receives these names; a secret that only the
/// app knows may have any value.
///
/// The case of a name does not matter. <doc:Secrets> has the details.
public struct Redaction: Sendable, Hashable {
  package static let mark = "REDACTED"

  package var usesStandard = true
  private var hidden: Set<Name> = []
  private var kept: Set<Name> = []
  package var keptValues: Set<[UInt8]> = []
  /// Paths of values that stay, in lower case; the path of an address begins with an empty segment.
  package var keptPaths: Set<[String]> = []

  private struct Name: Sendable, Hashable {
    let place: Place
    let text: String
  }

  package init(hiding hidden: [String] = [], keeping kept: [String] = [], in place: Place) {
    self.hidden = Set(hidden.map { Name(place: place, text: $0.lowercased()) })
    self.kept = Set(kept.map { Name(place: place, text: $0.lowercased()) })
  }

  private init() {}

  /// Redacts values under the usual names of secrets, and values that look like secrets.
  public static let standard = Redaction()

  /// Redacts only the values of names that you list beside it; all other secrets stay.
  public static let none: Redaction = {
    var redaction = Redaction()
    redaction.usesStandard = false
    return redaction
  }()
}

extension Redaction: ExpressibleByArrayLiteral {
  /// Combines these redactions; with `.none` among them, only listed names are redacted.
  public init(arrayLiteral elements: Redaction...) {
    for element in elements {
      usesStandard = usesStandard && element.usesStandard
      hidden.formUnion(element.hidden)
      kept.formUnion(element.kept)
      keptValues.formUnion(element.keptValues)
      keptPaths.formUnion(element.keptPaths)
    }
  }
}

extension Redaction {
  package enum Place: UInt64 {
    case header
    /// In a query, a form, or another text with `name=value`.
    case pair
    /// In JSON, XML, or another text with `name: value`.
    case field
    case cookie
  }

  var knowsLooks: Bool { usesStandard }

  var isNothing: Bool { !usesStandard && hidden.isEmpty }

  func keeps(_ path: [String], isAddress: Bool = false) -> Bool {
    keptPaths.contains { kept in
      guard isAddress == (kept.first == "") else { return false }
      guard isAddress else { return path.suffix(kept.count) == kept[...] }
      return path.count == kept.count && zip(path, kept).allSatisfy { $1 == "*" || $0 == $1 }
    }
  }

  /// `parent` is the name of the surrounding value: `number` in `card` means a card's number.
  package func judge(
    _ name: Bytes, in place: Place, under parent: Bytes? = nil
  ) -> SecretName {
    let own = SecretName(of: name, under: parent)
    if hasNames {
      let text = name.text.lowercased()
      // A name listed with `fields(_:)` also applies to pairs, of queries as well as of forms.
      let names = (place == .pair ? [.pair, .field] : [place]).map { Name(place: $0, text: text) }
      if !hidden.isDisjoint(with: names) { return own.judged(.named) }
      if !kept.isDisjoint(with: names) { return own.judged(.kept) }
    }
    if !usesStandard || name.isEmpty { return own.judged(.plain) }
    switch place {
    // A cookie's name tells nothing: any cookie may be the session's.
    case .cookie: return own.judged(.secret)
    // A key outside of JSON, such as one in a query or a header, is sent to get access.
    case _ where place != .field && own.has(.key) && own.kind == .plain: return own.judged(.hinted)
    default: return own
    }
  }

  /// Whether the user lists any names; those count even where the usual names do not.
  var hasNames: Bool { !hidden.isEmpty || !kept.isEmpty }
}
