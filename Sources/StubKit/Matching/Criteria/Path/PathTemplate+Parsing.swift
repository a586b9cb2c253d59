extension PathTemplate {
  /// Parses a template such as `/users/{id}`, or throws its mistake.
  init(parsing written: String) throws(MatcherMistake) {
    if let reason = Self.reasonAgainst(written) {
      throw MatcherMistake(call: "isPathTemplate(\(written.swiftLiteral))", reason: reason)
    }
    self.init(text: written.withoutTrailingSlashes)
  }

  /// Returns why the text is no template, with what to write instead; nil if it is one.
  private static func reasonAgainst(_ written: String) -> String? {
    guard written.hasPrefix("/") else {
      return "a template starts with \"/\": \(("/" + written).swiftLiteral)"
    }
    if written.contains("?") {
      return "a template ends before the \"?\"; match the query with containsQuery(…)"
    }
    if written.contains("#") {
      return "a template ends before the \"#\"; a fragment is never sent"
    }
    var names: Set<String> = []
    let parts = written.withoutTrailingSlashes.dropFirst()
      .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for part in parts where part.contains("{") || part.contains("}") {
      if let reason = reasonAgainst(parameter: part) { return reason }
      let name = String(part.dropFirst().dropLast())
      if !names.insert(name).inserted { return "the name \(name.swiftLiteral) is used twice" }
    }
    return nil
  }

  /// Returns why a segment with a brace in it is no parameter.
  private static func reasonAgainst(parameter part: String) -> String? {
    let inner = part.dropFirst().dropLast()
    guard part.filter({ $0 == "{" }).count == part.filter({ $0 == "}" }).count else {
      return "the braces in \(part.swiftLiteral) do not match"
    }
    guard part.hasPrefix("{"), part.hasSuffix("}"), !inner.contains("{"), !inner.contains("}")
    else {
      return "a parameter is a whole segment, but \(part.swiftLiteral) is more than that; "
        + "use pathMatches(…) with a regular expression"
    }
    guard inner.contains(where: { !$0.isWhitespace }) else {
      return "\(part.swiftLiteral) has no name; write \"{id}\""
    }
    return nil
  }
}
