import Foundation

/// A path segment or a host, perhaps with variables in braces: `{id}`, `{name}.json`, `users`.
struct PathSegment: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text(String)
    /// An empty set allows any value.
    case variable(String, among: Set<String>)
  }

  /// As it is written in the template.
  let text: String
  let parts: [Part]

  /// Nil if braces do not match, or if no text is between two variables.
  init?(_ text: String, _ values: [String: Set<String>] = [:]) {
    var parts: [Part] = []
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest.firstIndex(of: "}"), open < close else { return nil }
      if open > rest.startIndex {
        parts.append(.text(String(rest[..<open])))
      } else if case .variable? = parts.last {
        return nil
      }
      let name = String(rest[rest.index(after: open)..<close])
      guard !name.contains("{") else { return nil }
      parts.append(.variable(name, among: values[name] ?? []))
      rest = rest[rest.index(after: close)...]
    }
    guard !rest.contains("}") else { return nil }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    (self.text, self.parts) = (text, parts)
  }

  /// Nil if the segment has variables.
  var literal: String? {
    switch parts.first {
    case nil: ""
    case .text(let text)? where parts.count == 1: text
    default: nil
    }
  }

  var names: [String] {
    parts.compactMap { if case .variable(let name, _) = $0 { name } else { nil } }
  }

  /// How concrete the segment is: a literal most of all, else by the number of literal characters.
  ///
  /// Of several paths that fit a request, the most concrete one wins, compared segment by segment.
  var concreteness: Int {
    if literal != nil { return .max }
    return parts.reduce(0) { if case .text(let text) = $1 { $0 + text.count } else { $0 } }
  }

  func matches(_ text: String) -> Bool { values(in: text) != nil }

  /// Returns the values of the variables; nil if the text does not fit the template.
  ///
  /// A variable takes at least one character. It ends where the text after it occurs first, or last
  /// if no other text follows: `{name}.{type}` reads `a.b.png` as `a.b` and `png`.
  func values(in text: String) -> [String: String]? {
    var values: [String: String] = [:]
    var rest = Substring(text)
    for (position, part) in parts.enumerated() {
      switch part {
      case .text(let literal):
        guard rest.hasPrefix(literal) else { return nil }
        rest = rest.dropFirst(literal.count)
      case .variable(let name, let allowed):
        var end = rest.endIndex
        if case .text(let next)? = parts.dropFirst(position + 1).first {
          let isLast = position + 3 >= parts.count
          // At least one character is left for the last variable.
          let room = rest.dropFirst().dropLast(position + 3 == parts.count ? 1 : 0)
          let found = room.range(of: next, options: isLast ? .backwards : [])
          guard let found else { return nil }
          end = found.lowerBound
        }
        let value = String(rest[..<end])
        guard !value.isEmpty, allowed.isEmpty || allowed.contains(value) else { return nil }
        values[name] = value
        rest = rest[end...]
      }
    }
    return rest.isEmpty ? values : nil
  }
}
