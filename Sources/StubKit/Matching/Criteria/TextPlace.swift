import Foundation

package enum TextPlace: Sendable {
  /// Without the fragment.
  case url
  /// In lower case.
  case host
  case path
  /// The values of the items of this name; empty without an equals sign.
  case query(String)
  case header(String)
  case cookie(String)
  /// Read as UTF-8.
  case body

  var name: String? {
    switch self {
    case .query(let name), .header(let name), .cookie(let name): name
    case .url, .host, .path, .body: nil
    }
  }

  /// The functions that ask for the place; empty where there is none.
  var names: (exists: String, isMissing: String, matches: String) {
    switch self {
    case .url: ("", "", "absoluteURLMatches")
    case .host: ("", "", "hostMatches")
    case .path: ("", "", "pathMatches")
    case .query: ("containsQuery", "lacksQuery", "queryMatches")
    case .header: ("hasHeaderNamed", "lacksHeaderNamed", "headerMatches")
    case .cookie: ("hasCookie", "", "")
    case .body: ("", "", "bodyMatches")
    }
  }

  func call(_ function: String, _ argument: String?) -> String {
    let arguments = [name?.swiftLiteral, argument].compactMap(\.self)
    return "\(function)(\(arguments.joined(separator: ", ")))"
  }

  /// Of a body only what the matchers have read.
  func texts(in probe: RequestProbe) -> [String] {
    switch self {
    case .url: [probe.url.textWithoutFragment.text]
    case .host: [probe.url.host?.asciiLowercased].compactMap(\.self)
    case .path: [probe.url.path]
    case .query(let name):
      probe.url.queryPairs.filter { $0.isNamed(name) }.map { $0.valueString ?? "" }
    case .header(let name): [probe.header(name)].compactMap(\.self)
    case .cookie(let name): probe.cookies(named: name).map { $0.value ?? "" }
    case .body: [probe.seenBody.map { String(decoding: $0, as: UTF8.self) }].compactMap(\.self)
    }
  }

  func items(in probe: RequestProbe) -> [URLQueryItem] {
    switch self {
    case .query: probe.url.firstItems(50)
    case .header:
      probe.headers.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
    case .cookie: probe.cookies
    case .url, .host, .path, .body: []
    }
  }

  func finding(in probe: RequestProbe) -> String {
    switch self {
    case .url: probe.url.textFinding
    case .host: probe.url.hostFinding
    case .path: probe.url.pathFinding
    case .query(let name): probe.url.queryFinding(of: [name])
    case .header(let name): probe.headerFinding(name)
    case .cookie(let name): probe.cookieFinding(name)
    case .body: probe.bodyFinding
    }
  }

  /// Why no request has the place.
  var mistakeInName: String? {
    switch self {
    case .header(let name) where name.isEmpty || name.contains { $0 == ":" || $0.isWhitespace }:
      "a header name is a word alone, such as \"Accept\""
    case .cookie(let name) where name.contains("="):
      "a cookie's name contains no \"=\"; give the value with hasCookie(_:value:)"
    default: nil
    }
  }

  var hintOnName: String? {
    guard case .query(let name) = self, let equals = name.firstIndex(of: "=") else { return nil }
    let value = String(name[name.index(after: equals)...]).swiftLiteral
    return "a name contains no \"=\"; for a value write "
      + "containsQuery(\(String(name[..<equals]).swiftLiteral), \(value))"
  }
}

extension RequestProbe {
  package var verdictOnMissingHeader: Verdict { mayGainHeaders ? .open : .no }

  func headerFinding(_ name: String) -> String {
    if let value = header(name) {
      return "the header \(name.swiftLiteral) is \(value.shortened().swiftLiteral)"
    }
    let near = headers.keys.sorted().near(name)
    let remark = near.isEmpty ? "" : ", but there is \(near.map(\.swiftLiteral).phrase)"
    return "there is no header \(name.swiftLiteral)\(remark)"
  }

  fileprivate func cookieFinding(_ name: String) -> String {
    let values = cookies(named: name).compactMap { $0.value?.shortened().swiftLiteral }
    if !values.isEmpty { return "the cookie \(name.swiftLiteral) is \(values.phrase)" }
    if cookies.isEmpty { return "there is no cookie" }
    let names = cookies.prefix(10).map(\.name.swiftLiteral).phrase
    return "there is no cookie \(name.swiftLiteral), only \(names)"
  }

  fileprivate func cookies(named name: String) -> [URLQueryItem] {
    cookies.filter { $0.name.equalsByteForByte(name) }
  }

  fileprivate var cookies: [URLQueryItem] {
    // By bytes: a semicolon with a combining accent is another character, and still a separator.
    (header("Cookie") ?? "").utf8.split(separator: UInt8(ascii: ";")).compactMap { part in
      guard let equals = part.firstIndex(of: .equals) else { return nil }
      let name = Substring(part[..<equals]).trimmingBlanks
      let value = Substring(part[equals...].dropFirst()).trimmingBlanks
      return name.isEmpty ? nil : URLQueryItem(name: name, value: value)
    }
  }
}
