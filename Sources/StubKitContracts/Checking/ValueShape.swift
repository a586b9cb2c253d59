import Foundation
import StubKit

/// The types, members and elements that a schema allows, which decide how text is read.
struct ValueShape {
  private(set) var types: Set<String> = []
  private(set) var members: [String: DocumentPlace] = [:]
  /// The schemas of a list's first elements; `items` is the schema of all other elements.
  private var firstItems: [DocumentPlace] = []
  private var items: DocumentPlace?
  /// The schemas of members by the patterns of their names; `others` is for all other members.
  private var patterns: [(name: SchemaPattern, place: DocumentPlace)] = []
  private var others: DocumentPlace?
  /// Whether members without a schema of their own are expected.
  private var expectsOthers = false
  /// The values of `enum` and `const`, which need not be strings.
  private var values: [StubJSON] = []
  private let documents: DocumentSet
  private let branch: Int?
  /// The length of the longest `anyOf` or `oneOf`, at most `mostBranches`.
  private(set) var branchCount = 0

  private static let mostBranches = 16
  /// The most schemas that are followed from one place.
  private static let mostSchemas = 64

  /// `branch` says which alternative to follow: of *n* alternatives, the one at `branch % n`; nil
  /// follows all of them.
  init(of place: DocumentPlace?, in documents: DocumentSet, branch: Int? = nil) {
    self.documents = documents
    self.branch = branch
    var pending = place.map { [$0] } ?? []
    var known: Set<DocumentPlace> = []
    while let place = pending.popLast(), known.count < Self.mostSchemas {
      guard known.insert(place).inserted, let schema = documents.value(at: place) else { continue }
      if let reference = schema["$ref"]?.string {
        pending += documents.place(of: reference, from: place).map { [$0] } ?? []
      }
      note(schema, at: place)
      for keyword in ["allOf", "anyOf", "oneOf"] {
        let count = schema[keyword]?.array?.count ?? 0
        if keyword != "allOf" { branchCount = max(branchCount, min(count, Self.mostBranches)) }
        let all = 0..<count
        let some =
          keyword != "allOf" && count > 1 ? branch.map { $0 % count..<$0 % count + 1 } : nil
        pending += (some ?? all).map { place.appending(keyword, "\($0)") }
      }
    }
  }

  private mutating func note(_ schema: StubJSON, at place: DocumentPlace) {
    switch schema["type"] {
    case .string(let type): types.insert(type)
    case .array(let list): types.formUnion(list.compactMap(\.string))
    default: break
    }
    if schema["items"] != nil { items = items ?? place.appending("items") }
    if firstItems.isEmpty, let count = schema["prefixItems"]?.array?.count {
      firstItems = (0..<count).map { place.appending("prefixItems", "\($0)") }
    }
    for name in schema["properties"]?.object?.keys.sorted() ?? [] {
      members[name] = members[name] ?? place.appending("properties", name)
    }
    for name in schema["patternProperties"]?.object?.keys.sorted() ?? [] {
      guard let pattern = SchemaPattern(name) else { continue }
      patterns.append((pattern, place.appending("patternProperties", name)))
    }
    switch schema["additionalProperties"] {
    case .object:
      others = others ?? place.appending("additionalProperties")
      expectsOthers = true
    case .bool(true): expectsOthers = true
    // An object schema that describes no members allows any.
    case nil where schema["type"]?.string == "object" && schema["properties"] == nil:
      expectsOthers = true
    default: break
    }
    values += (schema["enum"]?.array ?? []) + [schema["const"]].compactMap(\.self)
  }

  var isList: Bool {
    types.contains("array") || types.isEmpty && (items != nil || !firstItems.isEmpty)
  }
  var isObject: Bool {
    types.contains("object")
      || types.isEmpty && !(members.isEmpty && patterns.isEmpty && others == nil)
  }

  func item(at position: Int) -> ValueShape {
    ValueShape(
      of: position < firstItems.count ? firstItems[position] : items, in: documents, branch: branch)
  }

  func member(named name: String) -> ValueShape {
    ValueShape(of: place(ofMember: name), in: documents, branch: branch)
  }

  func hasMember(named name: String) -> Bool { expectsOthers || place(ofMember: name) != nil }

  func place(ofMember name: String) -> DocumentPlace? {
    members[name] ?? patterns.first { $0.name.isFound(in: name) == true }?.place ?? others
  }

  /// The value that a text stands for: a string, or another JSON scalar if one may be allowed.
  ///
  /// With `prefersText`, a text that may also be a number stays a string if strings are allowed.
  func scalar(_ text: String, prefersText: Bool) -> StubJSON {
    if prefersText, types.contains("string") || values.contains(.string(text)) {
      return .string(text)
    }
    let isOther = !types.isDisjoint(with: ["integer", "number", "boolean", "null"])
    let isUnknown = types.isEmpty && !prefersText
    guard isOther || isUnknown || values.contains(where: { $0.string == nil }),
      // The JSON reader would skip blanks around a number, which are not valid in a parameter.
      text.utf8.first.map({ $0 > 0x20 }) == true, text.utf8.last.map({ $0 > 0x20 }) == true,
      let value = try? StubJSON(parsing: Data(text.utf8)), value.array == nil, value.object == nil,
      value.string == nil
    else { return .string(text) }
    return value
  }
}
