import CStubKitContracts

/// The kinds of JSON values that a schema allows, as the bits that C uses.
struct JSONKinds: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let null = Self(rawValue: 1)
  static let bool = Self(rawValue: 2)
  static let number = Self(rawValue: 4)
  static let text = Self(rawValue: 8)
  static let list = Self(rawValue: 16)
  static let object = Self(rawValue: 32)
  static let whole = Self(rawValue: 64)
  static let all = Self(rawValue: 127)

  /// The kinds by their names in a schema, in the order in which messages list them.
  static let names: [(name: String, kinds: JSONKinds, phrase: String)] = [
    ("string", .text, "a string"), ("number", .number, "a number"),
    ("integer", .whole, "a whole number"), ("boolean", .bool, "true or false"),
    ("object", .object, "an object"), ("array", .list, "a list"), ("null", .null, "null"),
  ]

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init?(named name: String) {
    guard let kinds = Self.names.first(where: { $0.name == name })?.kinds else { return nil }
    self = kinds
  }

  /// For messages; a whole number is left out where any number is allowed.
  var phrases: [String] {
    let shown = contains(.number) ? subtracting(.whole) : self
    return Self.names.filter { shown.contains($0.kinds) }.map(\.phrase)
  }
}
