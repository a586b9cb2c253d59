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

  private var usesStandard = true
  private var hidden: Set<Name> = []
  private var kept: Set<Name> = []
  private(set) var keptValues: Set<[UInt8]> = []
  /// Paths of values that stay, in lower case; the path of an address begins with an empty segment.
  private(set) var keptPaths: Set<[String]> = []

  private struct Name: Sendable, Hashable {
    let place: Place
    let text: String
  }

  private init(hiding hidden: [String] = [], keeping kept: [String] = [], in place: Place) {
    self.hidden = Set(hidden.map { Name(place: place, text: $0.lowercased()) })
    self.kept = Set(kept.map { Name(place: place, text: $0.lowercased()) })
  }

  private init() {}

  /// Redacts values under the usual names of secrets, and values that look like secrets.
  public static let standard = Redaction()

  /// Redacts only names that you list beside it; all other secrets that were sent stay.
  public static let none: Redaction = {
    var redaction = Redaction()
    redaction.usesStandard = false
    return redaction
  }()
}

extension Redaction {
  /// Redacts header fields of requests and responses.
  public static func headers(_ names: String...) -> Redaction {
    Redaction(hiding: names, in: .header)
  }

  /// Redacts query items in addresses, also those in headers and bodies, and fields of forms.
  public static func queryItems(_ names: String...) -> Redaction {
    Redaction(hiding: names, in: .pair)
  }

  /// Redacts members of JSON objects, at any depth, and fields of forms.
  public static func fields(_ names: String...) -> Redaction {
    Redaction(hiding: names, in: .field)
  }

  /// Redacts cookies by name, even where the header that holds them is kept.
  public static func cookies(_ names: String...) -> Redaction {
    Redaction(hiding: names, in: .cookie)
  }
}

extension Redaction {
  /// Keeps header fields that would otherwise be redacted, such as the cookies that a replay needs.
  public static func keeping(headers names: String...) -> Redaction {
    Redaction(keeping: names, in: .header)
  }

  /// Keeps query items, and fields of forms, that would otherwise be redacted.
  public static func keeping(queryItems names: String...) -> Redaction {
    Redaction(keeping: names, in: .pair)
  }

  /// Keeps members of JSON objects, and fields of forms, that would otherwise be redacted.
  public static func keeping(fields names: String...) -> Redaction {
    Redaction(keeping: names, in: .field)
  }

  /// Keeps cookies that would otherwise be redacted.
  public static func keeping(cookies names: String...) -> Redaction {
    Redaction(keeping: names, in: .cookie)
  }

  /// Keeps only the values at these paths, where a name alone would keep too much.
  ///
  /// ```swift
  /// .keeping(paths: "paging.token", "/reset/*")
  /// ```
  /// A path with dots joins the names of JSON members and ends with the name of the value; lists
  /// between them do not count. A path that begins with a slash is the path of an address, in which
  /// `*` stands for any segment.
  public static func keeping(paths: String...) -> Redaction {
    var redaction = Redaction()
    redaction.keptPaths = Set(
      paths.map { path in
        let parts = path.lowercased().split(
          separator: path.first == "/" ? "/" : ".", omittingEmptySubsequences: false)
        return parts.map(String.init)
      })
    return redaction
  }

  /// Keeps these values wherever they stand, such as the token of a sandbox.
  public static func keeping(values: String...) -> Redaction {
    var redaction = Redaction()
    redaction.keptValues = Set(values.map { Array($0.utf8) })
    return redaction
  }
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

  /// The redaction for reports, which hide the usual secrets even where a recording does not.
  package var forReports: Redaction {
    var redaction = self
    redaction.usesStandard = true
    return redaction
  }
}

extension Redaction {
  enum Place: UInt64 {
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
  func judge(
    _ name: SecretName.Bytes, in place: Place, under parent: SecretName.Bytes? = nil
  ) -> SecretName {
    let own = SecretName(of: name, under: parent)
    if hasNames {
      let text = name.text.lowercased()
      // `fields(_:)` names fields of forms, too.
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
