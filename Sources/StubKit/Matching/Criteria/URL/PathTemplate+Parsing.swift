extension PathTemplate {
  /// Reads a template such as `/users/{id}`, or throws the sentence that says what is wrong.
  init(parsing written: String) throws {
    func mistake(_ reason: String) -> ProgrammerMistake {
      ProgrammerMistake("isPathTemplate(\(written.swiftLiteral)): " + reason)
    }
    guard written.hasPrefix("/") else {
      throw mistake("a template starts with \"/\": \(("/" + written).swiftLiteral)")
    }
    if written.contains("?") {
      throw mistake("a template ends before \"?\"; containsQuery(…) matches the query")
    }
    if written.contains("#") {
      throw mistake("a template ends before \"#\"; fragments are never sent")
    }

    self.init(text: written.withoutTrailingSlashes)
    var names: Set<String> = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      do {
        guard let name = try Self.parameter(in: String(part)) else { continue }
        if !names.insert(name).inserted {
          throw ProgrammerMistake("the name \(name.swiftLiteral) stands twice")
        }
      } catch {
        throw mistake("\(error)")
      }
    }
  }

  /// The name of the parameter that a segment is, if it is one, or throws why it cannot be read.
  private static func parameter(in part: String) throws -> String? {
    guard part.contains("{") || part.contains("}") else { return nil }
    let inner = part.dropFirst().dropLast()
    guard part.filter({ $0 == "{" }).count == part.filter({ $0 == "}" }).count else {
      throw ProgrammerMistake("the braces in \(part.swiftLiteral) are not balanced")
    }
    guard part.hasPrefix("{"), part.hasSuffix("}"), !inner.contains("{"), !inner.contains("}")
    else {
      throw ProgrammerMistake(
        "a parameter is a whole segment, and \(part.swiftLiteral) is more than one; "
          + "pathMatches(…) takes a regular expression")
    }
    guard inner.contains(where: { !$0.isWhitespace }) else {
      throw ProgrammerMistake("\(part.swiftLiteral) has no name; write \"{id}\"")
    }
    return String(inner)
  }
}
