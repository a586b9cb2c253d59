import Foundation
import StubKit

/// Reads the value of a parameter or a response field, as its style says.
struct ParameterReading {
  let parameter: Parameter
  /// The known names in the query, which are not additional members of the parameter's object.
  private let others: Set<String>
  private let way: Way
  private let shape: ValueShape

  /// One way to read a text that could stand for several values.
  struct Way {
    /// Whether a text that may also be a number stays a string.
    var prefersText = true
    /// The position of the schema's alternative to read by; nil merges all alternatives.
    var branch: Int?
  }

  init(
    _ parameter: Parameter, in documents: DocumentSet, beside others: Set<String> = [],
    _ way: Way = Way()
  ) {
    (self.parameter, self.others, self.way) = (parameter, others, way)
    shape = ValueShape(of: parameter.schema, in: documents, branch: way.branch)
  }

  /// The ways to try if the first reading is not valid, the likeliest first.
  var otherWays: [Way] {
    let count = shape.branchCount > 1 ? shape.branchCount : 0
    return [Way(prefersText: false)]
      + (0..<count).flatMap { [Way(branch: $0), Way(prefersText: false, branch: $0)] }
  }

  var spreadNames: [String] { isSpread ? Array(shape.members.keys) : [] }

  typealias Item = (name: String, value: String?)

  enum Source {
    /// A path segment, a header field or a cookie.
    case text(String?)
    /// A query or a form, whose names and values are still percent-encoded.
    case items([Item])

    var isEmpty: Bool {
      switch self {
      case .text(let text): text == nil
      case .items(let items): items.isEmpty
      }
    }
  }

  enum Found {
    case nothing
    /// A name without a value.
    case empty
    case misstyled(expected: String, found: String)
    case value(StubJSON)
  }

  func value(in source: Source) -> Found {
    switch source {
    case .text(let text): text.map(value) ?? .nothing
    case .items(let items): value(in: items)
    }
  }

  private func value(in text: String) -> Found {
    if parameter.contentType != nil { return document(decoded(text)) }
    let name = parameter.name
    switch parameter.style {
    case .label:
      guard text.hasPrefix(".") else { return .misstyled(expected: "a dot", found: text) }
      // The table in OpenAPI 3.0.3 and 3.1.0 has dots even without `explode`, so try them, too.
      let hasDots = parameter.isExploded || !way.prefersText && !text.contains(",")
      return split(text.dropFirst(), at: hasDots ? "." : ",")
    case .matrix where parameter.isExploded && shape.isObject && !shape.isList:
      guard text.hasPrefix(";") else { return .misstyled(expected: "\";\"", found: text) }
      return object(Self.pairs(text.split(separator: ";")))
    case .matrix:
      guard text.hasPrefix(";\(name)=") || text == ";\(name)" else {
        return .misstyled(expected: ";\(name)=".swiftLiteral, found: text)
      }
      let pairs = Self.pairs(text.split(separator: ";")).filter { $0.name == name }
      if parameter.isExploded { return joined(pairs.map(\.value)) }
      return split(pairs.first.map { $0.value[...] } ?? "", at: ",")
    default: return split(text[...], at: ",")
    }
  }

  private func value(in items: [Item]) -> Found {
    let own = items.filter { decoded($0.name) == parameter.name }
    if parameter.style == .deepObject {
      let parts = items.compactMap { item in
        keys(of: decoded(item.name)).map { (keys: $0, value: item.value ?? "") }
      }
      if !parts.isEmpty { return .value(deep(parts, as: shape)) }
    }
    if isSpread, own.isEmpty || shape.members[parameter.name] != nil {
      let members = items.filter { isMember(decoded($0.name)) }
      if !members.isEmpty { return object(members.map { ($0.name, $0.value ?? "") }) }
    }
    guard let first = own.first else { return .nothing }
    if parameter.contentType != nil { return document(decoded(first.value ?? "")) }
    // A parameter that occurs several times is a list, whatever its schema says.
    if parameter.isExploded && shape.isList || own.count > 1 {
      return .value(.array(scalars(own.map { $0.value ?? "" }, as: shape)))
    }
    if isSpread, let json = Self.object(decoded(first.value ?? "")) { return .value(json) }
    guard let value = first.value, !value.isEmpty else { return .empty }
    switch parameter.style {
    case .spaceDelimited:
      return split(value.replacing("%20", with: " ").replacing("+", with: " ")[...], at: " ")
    case .pipeDelimited:
      return split(value.replacing("%7C", with: "|").replacing("%7c", with: "|")[...], at: "|")
    default:
      // An escaped comma may belong to a value or separate two; a request does not tell which.
      let plain = value.replacing("%2C", with: ",").replacing("%2c", with: ",")
      return split(way.prefersText ? value[...] : plain[...], at: ",")
    }
  }

  private static func object(_ text: String) -> StubJSON? {
    guard text.hasPrefix("{") else { return nil }
    return try? StubJSON(parsing: Data(text.utf8))
  }

  /// Whether a query item with this decoded name belongs to the parameter.
  func takes(_ name: String) -> Bool {
    if name == parameter.name { return true }
    return parameter.style == .deepObject ? keys(of: name) != nil : isSpread && isMember(name)
  }

  /// Whether the parameter is an object whose members are separate query items.
  private var isSpread: Bool {
    parameter.location == .query && parameter.style == .form && parameter.isExploded
      && parameter.contentType == nil && shape.isObject && !shape.isList
  }

  private func isMember(_ name: String) -> Bool {
    shape.members[name] != nil || !others.contains(name) && shape.hasMember(named: name)
  }

  /// The names in brackets: `filter[by][name]` has `by` and `name`.
  private func keys(of name: String) -> [Substring]? {
    let beginning = parameter.name + "["
    guard name.hasPrefix(beginning), name.hasSuffix("]") else { return nil }
    return name.dropFirst(beginning.count).dropLast().split(
      separator: "][", maxSplits: Self.deepest, omittingEmptySubsequences: false)
  }

  /// Limits the recursion of `deep`; further brackets stay in the last name.
  private static let deepest = 32

  private func deep(_ parts: [(keys: [Substring], value: String)], as shape: ValueShape) -> StubJSON
  {
    guard parts.contains(where: { !$0.keys.isEmpty }) else {
      let values = scalars(parts.map(\.value), as: shape)
      return shape.isList || values.count > 1 ? .array(values) : values[0]
    }
    var groups: [(key: Substring, parts: [(keys: [Substring], value: String)])] = []
    var known: [Substring: Int] = [:]
    for part in parts {
      let key = part.keys.first ?? ""
      let rest = (keys: Array(part.keys.dropFirst()), value: part.value)
      // Each empty `[]` is an element of its own.
      if !key.isEmpty, let position = known[key] {
        groups[position].parts.append(rest)
      } else {
        known[key] = groups.count
        groups.append((key, [rest]))
      }
    }
    if shape.isList {
      return .array(groups.enumerated().map { deep($1.parts, as: shape.item(at: $0)) })
    }
    return .object(
      groups.reduce(into: [:]) { object, group in
        let name = String(group.key)
        object[name] = deep(group.parts, as: shape.member(named: name))
      })
  }

  private func document(_ text: String) -> Found {
    let type = parameter.contentType ?? ""
    guard type.hasSuffix("json") else {
      return .value(shape.scalar(text, prefersText: way.prefersText))
    }
    return .value((try? StubJSON(parsing: Data(text.utf8))) ?? .string(text))
  }

  /// Reads a list or an object whose parts are divided by the separator, or else a scalar.
  private func split(_ text: Substring, at separator: Character) -> Found {
    guard shape.isList || shape.isObject else {
      return text.isEmpty
        ? .empty : .value(shape.scalar(decoded(String(text)), prefersText: way.prefersText))
    }
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    if shape.isList { return joined(text.isEmpty ? [] : parts.map(String.init)) }
    if parameter.isExploded { return object(Self.pairs(parts)) }
    let members = stride(from: 0, to: parts.count, by: 2).map {
      (name: String(parts[$0]), value: $0 + 1 < parts.count ? String(parts[$0 + 1]) : "")
    }
    return object(members)
  }

  private func joined(_ texts: [String]) -> Found {
    guard shape.isList else {
      return texts.first.map { .value(shape.scalar(decoded($0), prefersText: way.prefersText)) }
        ?? .empty
    }
    return .value(.array(scalars(texts, as: shape)))
  }

  private func scalars(_ texts: [String], as shape: ValueShape) -> [StubJSON] {
    texts.enumerated().map { position, text in
      (shape.isList ? shape.item(at: position) : shape).scalar(
        decoded(text), prefersText: way.prefersText)
    }
  }

  private func object(_ members: [(name: String, value: String)]) -> Found {
    let texts = Dictionary(grouping: members, by: { decoded($0.name) })
    let object = texts.reduce(into: [:]) { (object: inout [String: StubJSON], entry) in
      let shape = shape.member(named: entry.key)
      let values = scalars(entry.value.map(\.value), as: shape)
      object[entry.key] = shape.isList || values.count > 1 ? .array(values) : values[0]
    }
    return .value(.object(object))
  }

  private static func pairs(_ parts: [Substring]) -> [(name: String, value: String)] {
    parts.map { part in
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
    }
  }

  private func decoded(_ text: String) -> String {
    switch parameter.location {
    case .query: PairText.decoded(text)
    case .path: text.removingPercentEncoding ?? text
    case .cookie: way.prefersText ? text : text.removingPercentEncoding ?? text
    case .header: text.trimmingCharacters(in: .whitespaces)
    }
  }
}
