import StubKit

/// Reads the keywords of one schema; a value of the wrong type is noted as a mistake and ignored.
struct SchemaKeywords {
  let location: SchemaLocation
  private let members: [String: StubJSON]
  private(set) var mistakes: [String] = []

  /// Nil if the schema is not an object.
  init?(_ location: SchemaLocation) {
    guard case .object(let members) = location.json else { return nil }
    (self.location, self.members) = (location, members)
  }

  subscript(keyword: String) -> StubJSON? { members[keyword] }

  var names: [String] { members.keys.sorted() }

  mutating func note(_ sentence: String) {
    mistakes.append(sentence)
  }

  private mutating func refuse(_ keyword: String, unless expected: String) {
    let found = members[keyword]?.shortened(to: 60) ?? "nothing"
    note("\(keyword) must be \(expected), found \(found)")
  }

  mutating func bool(_ keyword: String) -> Bool {
    guard let value = members[keyword] else { return false }
    if value.bool == nil { refuse(keyword, unless: "true or false") }
    return value.bool ?? false
  }

  mutating func text(_ keyword: String) -> String? {
    guard let value = members[keyword] else { return nil }
    if value.string == nil { refuse(keyword, unless: "a string") }
    return value.string
  }

  mutating func count(_ keyword: String) -> Int? {
    guard let value = members[keyword] else { return nil }
    if let count = value.integer, count >= 0 { return count }
    refuse(keyword, unless: "a whole number of at least 0")
    return nil
  }

  mutating func number(_ keyword: String, isPositive: Bool = false) -> JSONTape? {
    guard let value = members[keyword] else { return nil }
    if let number = value.double, !isPositive || number > 0 { return JSONTape(value) }
    refuse(keyword, unless: isPositive ? "a number greater than 0" : "a number")
    return nil
  }

  mutating func list(_ keyword: String) -> [StubJSON]? {
    guard let value = members[keyword] else { return nil }
    if value.array == nil { refuse(keyword, unless: "a list") }
    return value.array
  }

  mutating func names(_ keyword: String) -> [String] {
    guard let value = members[keyword] else { return [] }
    guard let names = Self.names(value) else {
      refuse(keyword, unless: "a list of strings")
      return []
    }
    return names
  }

  /// The strings of a list, each once; nil if the value is not a list of strings.
  static func names(_ value: StubJSON) -> [String]? {
    guard let elements = value.array else { return nil }
    let names = elements.compactMap(\.string)
    guard names.count == elements.count else { return nil }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  mutating func kinds() -> JSONKinds {
    guard let value = members["type"] else { return .all }
    let names = value.string.map { [$0] } ?? Self.names(value) ?? []
    let kinds = names.map(JSONKinds.init(named:))
    guard !kinds.isEmpty, !kinds.contains(nil) else {
      let known = JSONKinds.names.map(\.name.swiftLiteral).joined(separator: ", ")
      refuse("type", unless: "one of \(known), or a list of these")
      return .all
    }
    return kinds.compactMap(\.self).reduce([]) { $0.union($1) }
  }

  mutating func pattern(_ source: String, in keyword: String) -> SchemaPattern? {
    if let pattern = SchemaPattern(source) { return pattern }
    note("\(keyword) has \(source.swiftLiteral), which is not a valid regular expression")
    return nil
  }

  mutating func schema(_ keyword: String) -> SchemaLocation? {
    guard let child = location.child(keyword) else { return nil }
    if Self.isSchema(child.json) { return child }
    refuse(keyword, unless: "a schema")
    return nil
  }

  mutating func schemas(_ keyword: String) -> [SchemaLocation] {
    guard let list = location.child(keyword) else { return [] }
    let children = (0..<(list.json.array?.count ?? 0)).compactMap { list.child("\($0)") }
    guard !children.isEmpty, children.allSatisfy({ Self.isSchema($0.json) }) else {
      refuse(keyword, unless: "a list of schemas")
      return []
    }
    return children
  }

  /// The schemas in an object, sorted by name, except those for which `isOther` returns true.
  mutating func namedSchemas(
    _ keyword: String, except isOther: (StubJSON) -> Bool = { _ in false }
  ) -> [(name: String, schema: SchemaLocation)] {
    guard let map = location.child(keyword) else { return [] }
    let members = (map.json.object ?? [:]).filter { !isOther($0.value) }
    guard map.json.object != nil, members.values.allSatisfy(Self.isSchema) else {
      refuse(keyword, unless: "an object of schemas")
      return []
    }
    return members.keys.sorted().compactMap { name in map.child(name).map { (name, $0) } }
  }

  static func isSchema(_ json: StubJSON) -> Bool { json.object != nil || json.bool != nil }
}
