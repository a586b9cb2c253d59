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

    let trimmed = written.withoutTrailingSlashes
    guard trimmed != "/" else {
      self.init(segments: [])
      return
    }
    var names: Set<String> = []
    var segments: [Segment] = []
    for part in trimmed.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let segment: Segment
      do { segment = try Segment(parsing: String(part)) } catch { throw mistake("\(error)") }
      if case .parameter(let name) = segment, !names.insert(name).inserted {
        throw mistake("the name \(name.swiftLiteral) stands twice")
      }
      segments.append(segment)
    }
    self.init(segments: segments)
  }
}

extension PathTemplate.Segment {
  /// Reads what stands between two slashes, or throws the reason why it cannot be read.
  fileprivate init(parsing part: String) throws {
    guard part.contains("{") || part.contains("}") else {
      self = .literal(part)
      return
    }
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
    self = .parameter(String(inner))
  }
}
