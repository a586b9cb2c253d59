/// What must not get into a recording, by name: headers, query items, fields and cookies.
///
/// ```swift
/// redacting: [.headers("X-Api-Key"), .queryItems("token"), .jsonFields("password", "ssn")]
/// ```
/// `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie` are always redacted, unless
/// `.keeping(headers:)` says otherwise. The text `REDACTED` takes the place of a value, before
/// anything is written; a value of six characters or more is also taken out of every other place in
/// the recording: an address that repeats it, or a body that sends it back. In a recording that is
/// replayed, `REDACTED` in an address means any value.
///
/// Names ignore case.
public struct Redaction: Sendable, Hashable {
  private(set) var headerNames: Set<String> = []
  private(set) var keptHeaderNames: Set<String> = []
  private(set) var queryNames: Set<String> = []
  private(set) var fieldNames: Set<String> = []
  private(set) var cookieNames: Set<String> = []

  /// Only what is always redacted.
  public static let standard = Redaction()

  /// Redacts header fields, of requests and responses.
  public static func headers(_ names: String...) -> Redaction {
    var redaction = Redaction()
    redaction.headerNames = lowercased(names)
    return redaction
  }

  /// Keeps header fields that would otherwise be redacted, for replays that need a cookie.
  public static func keeping(headers names: String...) -> Redaction {
    var redaction = Redaction()
    redaction.keptHeaderNames = lowercased(names)
    return redaction
  }

  /// Redacts items of queries: in addresses, in headers and bodies that hold one, and in forms.
  public static func queryItems(_ names: String...) -> Redaction {
    var redaction = Redaction()
    redaction.queryNames = lowercased(names)
    return redaction
  }

  /// Redacts members of JSON objects, at any depth, and fields of forms.
  public static func jsonFields(_ names: String...) -> Redaction {
    var redaction = Redaction()
    redaction.fieldNames = lowercased(names)
    return redaction
  }

  /// Redacts cookies by name, in headers that are kept.
  public static func cookies(_ names: String...) -> Redaction {
    var redaction = Redaction()
    redaction.cookieNames = lowercased(names)
    return redaction
  }

  private static func lowercased(_ names: [String]) -> Set<String> {
    Set(names.map { $0.lowercased() })
  }

  private static let always: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie",
  ]

  /// Whether a header's value is redacted as a whole.
  func hides(header name: String) -> Bool {
    let name = name.lowercased()
    return headerNames.contains(name)
      || (Self.always.contains(name) && !keptHeaderNames.contains(name))
  }

  /// Whether the value of a pair in a query or a form is redacted.
  func hides(pair name: String) -> Bool {
    let name = name.lowercased()
    return queryNames.contains(name) || fieldNames.contains(name)
  }

  /// Whether the value of any pair is redacted.
  var hidesPairs: Bool { !queryNames.isEmpty || !fieldNames.isEmpty }

  /// Whether the value of a member of a JSON object is redacted.
  func hides(field name: String) -> Bool { fieldNames.contains(name.lowercased()) }

  /// Whether a cookie's value is redacted.
  func hides(cookie name: String) -> Bool { cookieNames.contains(name.lowercased()) }
}

extension Redaction: ExpressibleByArrayLiteral {
  /// Redacts everything that any of these redacts.
  public init(arrayLiteral elements: Redaction...) {
    for element in elements {
      headerNames.formUnion(element.headerNames)
      keptHeaderNames.formUnion(element.keptHeaderNames)
      queryNames.formUnion(element.queryNames)
      fieldNames.formUnion(element.fieldNames)
      cookieNames.formUnion(element.cookieNames)
    }
  }
}
