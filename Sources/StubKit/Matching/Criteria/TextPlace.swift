import Foundation

package enum TextPlace: Sendable {
  /// Without the fragment.
  case url
  /// In lower case.
  case host
  case path
  /// The values of the items of this name; "" for an item without an equals sign.
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

  /// The names of the functions that ask about the place; empty if there is no such function.
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

  /// A body that the probe has not seen has no text.
  func texts(in probe: RequestProbe) -> [String] {
    switch self {
    case .url: [probe.url.textWithoutFragment.text]
    case .host: [probe.url.host?.asciiLowercased].compactMap(\.self)
    case .path: [probe.url.path]
    case .query(let name):
      probe.url.queryPairs.filter { $0.isNamed(name) }.map { $0.valueString ?? "" }
    case .header(let name): [probe.header(name)].compactMap(\.self)
    case .cookie(let name): probe.valuesOfCookies(named: name)
    case .body: [probe.seenBody.map { String(decoding: $0, as: UTF8.self) }].compactMap(\.self)
    }
  }

  func finding(in probe: RequestProbe) -> String {
    switch self {
    case .url: return probe.url.textFinding
    case .host: return probe.url.hostFinding
    case .path: return probe.url.pathFinding
    case .query(let name):
      let items = probe.url.queryPairs.filter { $0.isNamed(name) }.map(\.item)
      return items.isEmpty ? probe.url.wholeQueryFinding : items.finding(in: "query")
    case .header(let name): return probe.headerFinding(name)
    case .cookie(let name):
      let texts = texts(in: probe).prefix(10).map { $0.shortened().swiftLiteral }
      return texts.isEmpty
        ? probe.headerFinding("Cookie") : "the cookie \(name.swiftLiteral) is \(texts.phrase)"
    case .body: return probe.bodyFinding
    }
  }

  /// Why no request can have a header field or cookie of this name; nil if one can.
  var mistakeInName: String? {
    switch self {
    case .header(let name) where name.isEmpty || name.contains { $0 == ":" || $0.isWhitespace }:
      "a header name is a word alone, such as \"Accept\""
    case .cookie(let name) where name.contains("="):
      "a cookie's name contains no \"=\"; give the value with hasCookie(_:value:)"
    case .cookie(let name) where name.isEmpty || name.contains(";"):
      "a cookie has a name, which contains no \";\""
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

  fileprivate func valuesOfCookies(named wanted: String) -> [String] {
    // By bytes: a semicolon with a combining accent is another character, and still a separator.
    (header("Cookie") ?? "").utf8.split(separator: UInt8(ascii: ";")).compactMap { part in
      guard let equals = part.firstIndex(of: .equals) else { return nil }
      let name = Substring(part[..<equals]).trimmingBlanks
      let value = Substring(part[equals...].dropFirst()).trimmingBlanks
      return !name.isEmpty && name.equalsByteForByte(wanted) ? value : nil
    }
  }
}
