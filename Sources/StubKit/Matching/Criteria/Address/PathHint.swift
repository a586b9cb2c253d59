enum PathHint {
  static func whole(_ path: String, function: String) -> String? {
    if let hint = part(path, function: function) ?? wildcard(path) { return hint }
    guard !path.isEmpty, !path.hasPrefix("/") else { return nil }
    if path.contains("://") { return "this is a whole URL; match it with isAbsoluteURLString(…)" }
    return "a path starts with \"/\": \(function)(\(("/" + path).swiftLiteral)); "
      + "as written, it matches only relative URLs"
  }

  private static func wildcard(_ path: String) -> String? {
    if let brace = path.firstIndex(of: "{"), path[brace...].contains("}") {
      return PathTemplate.reasonAgainst(path) == nil
        ? "for parameters in braces use isPathTemplate(\(path.swiftLiteral))"
        : "braces are ordinary characters; pathMatches(…) takes a regular expression"
    }
    if let hint = colon(path) { return hint }
    guard let star = path.firstIndex(of: "*") else { return nil }
    let start = String(path[..<star])
    let isEnd = path.index(after: star) == path.endIndex
    return isEnd && start.count > 1 && start.hasPrefix("/")
      ? "\"*\" is an ordinary character: pathStartsWith(\(start.swiftLiteral))"
      : "\"*\" is an ordinary character; pathMatches(…) takes a regular expression"
  }

  /// For a parameter in another library's style: `/users/:id`.
  static func colon(_ path: String) -> String? {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    func isParameter(_ segment: Substring) -> Bool {
      segment.first == ":" && segment.dropFirst().first?.isLetter ?? false
    }
    guard segments.contains(where: isParameter) else { return nil }
    let template = segments.map { isParameter($0) ? "{\($0.dropFirst())}" : String($0) }
    return "a parameter is written in braces: "
      + "isPathTemplate(\(template.joined(separator: "/").swiftLiteral))"
  }

  static func end(of path: String, calledA name: String) -> String? {
    if path.contains("?") {
      return "a \(name) ends before the \"?\"; match the query with containsQuery(…)"
    }
    return path.contains("#") ? "a \(name) ends before the \"#\"; a fragment is never sent" : nil
  }

  static func part(_ path: String, function: String) -> String? {
    if let hint = end(of: path, calledA: "path") { return hint }
    if path.contains("%"), let decoded = path.withBytes({ PercentDecoding.string(from: $0) }),
      decoded != path
    {
      return "paths are compared without percent-encoding: \(function)(\(decoded.swiftLiteral))"
    }
    return nil
  }
}
