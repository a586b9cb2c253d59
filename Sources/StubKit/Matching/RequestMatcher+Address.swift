import Foundation

extension RequestMatcher {
  init(_ method: StubRequest.Method, to address: String) {
    let call = "is\(method)(\(address.swiftLiteral))"
    let parts = address.withBytes { bytes in
      Result { () throws(MatcherMistake) in try AddressCriteria(parsing: bytes).all }
    }
    switch parts {
    case .success(let parts):
      let method = Expression.criterion(MethodCriterion(methods: [method]))
      self.init(.call(call, .all([method] + parts)), isMistaken: false)
    case .failure(let mistake):
      self.init(mistakeIn: call, mistake.reason)
    }
  }
}

private struct AddressCriteria {
  typealias Expression = RequestMatcher.Expression

  private(set) var all: [Expression] = []

  /// Throws a mistake that names no call yet.
  init(parsing text: Bytes) throws(MatcherMistake) {
    let url = ScannedURL(scanning: text)
    if text.first != .slash || text.starts(with: "//".utf8) { try addOrigin(of: url) }
    try addPath(of: url)
    try addQuery(of: url)
  }

  private static func mistake(_ reason: String) -> MatcherMistake {
    MatcherMistake(call: "", reason: reason)
  }

  private mutating func add(_ criterion: any Criterion) { all.append(.criterion(criterion)) }

  private mutating func addOrigin(of url: ScannedURL) throws(MatcherMistake) {
    let text = url.text.text
    guard let scheme = url.schemeString, text.dropFirst(scheme.count).hasPrefix("://") else {
      let rest = text.drop { $0 == "/" }
      throw Self.mistake(
        "a URL starts with its scheme, \(("https://" + rest).swiftLiteral), "
          + "and a path at any host with one \"/\", \(("/" + rest).swiftLiteral)")
    }
    let authority = text.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.contains("@") {
      throw Self.mistake("a user is not compared here; match one with hasBasicAuth(user:password:)")
    }
    if authority.contains("{") {
      throw Self.mistake(
        "a parameter stands in the path; for subdomains write \"\(scheme)://*.example.com/\"")
    }
    // An IPv6 address contains colons, too.
    let behindHost = authority.lastIndex(of: "]").map { authority[$0...] } ?? authority
    let port = behindHost.split(separator: ":", omittingEmptySubsequences: false).dropFirst().last
    if port?.isEmpty == false, url.port == nil {
      throw Self.mistake("a port is a number from 0 to 65535")
    }
    add(try SchemeCriterion(parsing: scheme))
    add(try HostCriterion(parsing: url.host ?? url.rawHost.text))
    if let port = url.port ?? url.usualPort {
      add(try PortCriterion(parsing: port, isUsual: port == url.usualPort))
    }
  }

  private mutating func addPath(of url: ScannedURL) throws(MatcherMistake) {
    if url.rawPath.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
      return add(try PathCriterion(parsingTemplate: try Self.template(url)))
    }
    if url.trimmedPath.isEmpty || url.path == "/" {
      // A server takes an empty path for a slash, and a client may write either.
      return all.append(.any(["", "/"].map { .criterion(PathCriterion($0)) }))
    }
    add(PathCriterion(url.path))
  }

  private static func template(_ url: ScannedURL) throws(MatcherMistake) -> String {
    guard url.isPathEncoded else { return url.rawPath.text }
    var text = ""
    for raw in PathSegments(url.trimmedPath) {
      let segment = PercentDecoding.string(from: raw) ?? raw.text
      if let sign = segment.first(where: { "/?#{}".contains($0) }), !raw.text.contains(sign) {
        throw mistake(
          "an encoded \"\(sign)\" cannot stand beside a parameter; write pathMatches(…)")
      }
      text += "/" + segment
    }
    return text
  }

  private mutating func addQuery(of url: ScannedURL) throws(MatcherMistake) {
    for pair in url.queryPairs {
      guard let value = pair.rawValue?.text, value.hasPrefix("{"), value.hasSuffix("}"),
        value != "{}",
        value.dropFirst().dropLast().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
      else { continue }
      throw Self.mistake(
        "a parameter stands in the path; for any value in the query add "
          + "containsQuery(\(pair.nameString.swiftLiteral))")
    }
    let items = url.queryItems.filter { !$0.name.isEmpty || $0.value != nil }
    if !items.isEmpty { add(ItemsCriterion(.query, items)) }
  }
}
