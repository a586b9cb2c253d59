import Foundation
import StubKit

/// Reads the value of a parameter from a request, as its style says.
struct ParameterReading {
  let parameter: Parameter
  /// Whether a text is a text where it may be a number as well.
  let prefersText: Bool
  /// The names of the other parameters that stand beside it, which are no members of an object.
  var others: Set<String> = []
  private let shape: ValueShape

  init(
    _ parameter: Parameter, in documents: DocumentSet, beside others: Set<String> = [],
    prefersText: Bool = true
  ) {
    (self.parameter, self.others, self.prefersText) = (parameter, others, prefersText)
    shape = ValueShape(of: parameter.schema, in: documents)
  }

  typealias Item = (name: String, value: String?)

  /// Where a value stands.
  enum Source {
    /// A segment of a path, a field or a cookie.
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

  /// What stands where the parameter does.
  enum Found {
    case nothing
    /// A name without a value.
    case empty
    /// A text that is not written as the style has it.
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
    if parameter.contentType != nil { return document(text) }
    let name = parameter.name
    switch parameter.style {
    case .label:
      guard text.hasPrefix(".") else { return .misstyled(expected: "a dot", found: text) }
      return split(text.dropFirst(), at: parameter.isExploded ? "." : ",")
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
      return parts.isEmpty ? .nothing : .value(deep(parts, as: shape))
    }
    if isSpread, own.isEmpty {
      let members = items.filter { isMember(decoded($0.name)) }
      return members.isEmpty ? .nothing : object(members.map { ($0.name, $0.value ?? "") })
    }
    guard let first = own.first else { return .nothing }
    if parameter.contentType != nil { return document(decoded(first.value ?? "")) }
    if shape.isList, parameter.isExploded { return joined(own.map { $0.value ?? "" }) }
    guard let value = first.value, !value.isEmpty else { return .empty }
    switch parameter.style {
    case .spaceDelimited:
      return split(value.replacing("%20", with: " ").replacing("+", with: " ")[...], at: " ")
    case .pipeDelimited:
      return split(value.replacing("%7C", with: "|").replacing("%7c", with: "|")[...], at: "|")
    default: return split(value[...], at: ",")
    }
  }

  /// Whether an item of a query with this name, without its escapes, belongs to the parameter.
  func takes(_ name: String) -> Bool {
    if name == parameter.name { return true }
    return parameter.style == .deepObject ? keys(of: name) != nil : isSpread && isMember(name)
  }

  /// Whether it is an object whose members stand beside other parameters, by names of their own.
  private var isSpread: Bool {
    parameter.location == .query && parameter.style == .form && parameter.isExploded
      && parameter.contentType == nil && shape.isObject && !shape.isList
  }

  private func isMember(_ name: String) -> Bool {
    shape.members[name] != nil || !others.contains(name) && shape.hasMember(named: name)
  }

  /// The names between brackets: `filter[by][name]` has `by` and `name`.
  private func keys(of name: String) -> [Substring]? {
    let beginning = parameter.name + "["
    guard name.hasPrefix(beginning), name.hasSuffix("]") else { return nil }
    return name.dropFirst(beginning.count).dropLast().split(
      separator: "][", omittingEmptySubsequences: false)
  }

  private func deep(_ parts: [(keys: [Substring], value: String)], as shape: ValueShape) -> StubJSON
  {
    guard parts.contains(where: { !$0.keys.isEmpty }) else {
      let values = parts.map { decoded($0.value) }
      guard shape.isList else { return shape.scalar(values.last ?? "", prefersText: prefersText) }
      return .array(
        values.enumerated().map { shape.item(at: $0).scalar($1, prefersText: prefersText) })
    }
    var groups: [(key: Substring, parts: [(keys: [Substring], value: String)])] = []
    for part in parts {
      let key = part.keys.first ?? ""
      let rest = (keys: Array(part.keys.dropFirst()), value: part.value)
      // Each of the elements that have no number is one of its own.
      if !key.isEmpty, let known = groups.firstIndex(where: { $0.key == key }) {
        groups[known].parts.append(rest)
      } else {
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
    .value((try? StubJSON(parsing: Data(text.utf8))) ?? .string(text))
  }

  /// A scalar, or a list or an object whose parts are separated.
  private func split(_ text: Substring, at separator: Character) -> Found {
    guard shape.isList || shape.isObject else {
      return text.isEmpty
        ? .empty : .value(shape.scalar(decoded(String(text)), prefersText: prefersText))
    }
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    if shape.isList { return joined(text.isEmpty ? [] : parts.map(String.init)) }
    if parameter.isExploded { return object(Self.pairs(parts)) }
    let members = stride(from: 0, to: parts.count - 1, by: 2).map {
      (name: String(parts[$0]), value: String(parts[$0 + 1]))
    }
    return object(members)
  }

  private func joined(_ texts: [String]) -> Found {
    guard shape.isList else {
      return texts.first.map { .value(shape.scalar(decoded($0), prefersText: prefersText)) }
        ?? .empty
    }
    // Fields have blanks behind their commas.
    let isField = parameter.location == .header
    return .value(
      .array(
        texts.enumerated().map { position, text in
          shape.item(at: position).scalar(
            isField ? text.trimmingCharacters(in: .whitespaces) : decoded(text),
            prefersText: prefersText)
        }))
  }

  private func object(_ members: [(name: String, value: String)]) -> Found {
    var object: [String: StubJSON] = [:]
    for (name, value) in members {
      let name = decoded(name)
      object[name] = shape.member(named: name).scalar(decoded(value), prefersText: prefersText)
    }
    return .value(.object(object))
  }

  private static func pairs(_ parts: [Substring]) -> [(name: String, value: String)] {
    parts.map { part in
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
    }
  }

  /// The text behind its escapes, which only queries and forms still have.
  private func decoded(_ text: String) -> String {
    guard parameter.location == .query else { return text }
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }
}
