import StubKit

/// The shape of some JSON values: their kinds and the names of their members.
///
/// All elements of a list share one shape, and so do members of an object that are named by
/// numbers or UUIDs.
struct JSONShape: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case null
    case boolean = "a boolean"
    case whole = "a whole number"
    case fraction = "a number with a fraction"
    case text = "a string"
    case list = "a list"
    case object = "an object"
  }

  private(set) var counts: [Kind: Int] = [:]
  private(set) var members: [String: JSONShape] = [:]
  /// At most one shape; an array, because a struct cannot contain a value of its own type.
  private var elements: [JSONShape] = []

  init() {}

  init(of value: StubJSON) { add(value) }

  var count: Int { counts.values.reduce(0, +) }
  var element: JSONShape? { elements.first }
  var kinds: Set<Kind> { Set(counts.keys).subtracting([.null]) }

  /// The kinds that code written for these values reads: a `Double` also takes a whole number.
  var readableKinds: Set<Kind> { kinds.contains(.fraction) ? kinds.union([.whole]) : kinds }

  private mutating func add(_ value: StubJSON) {
    switch value {
    case .null: counts[.null, default: 0] += 1
    case .bool: counts[.boolean, default: 0] += 1
    case .string: counts[.text, default: 0] += 1
    case .integer: counts[.whole, default: 0] += 1
    case .double(let number):
      counts[number.rounded() == number ? .whole : .fraction, default: 0] += 1
    case .array(let values):
      counts[.list, default: 0] += 1
      for value in values { addElement(value) }
    case .object(let object):
      counts[.object, default: 0] += 1
      for (name, value) in object {
        if name.isIdentifier {
          addElement(value)
        } else {
          members[name, default: JSONShape()].add(value)
        }
      }
    }
  }

  private mutating func addElement(_ value: StubJSON) {
    if elements.isEmpty { elements = [JSONShape()] }
    elements[0].add(value)
  }
}

extension JSONShape: CustomStringConvertible {
  /// For example `null or a string`.
  var description: String {
    let words = Kind.allCases.filter { counts[$0] != nil }.map(\.rawValue)
    return words.isEmpty ? "nothing" : words.joined(separator: " or ")
  }
}

extension String {
  fileprivate var isIdentifier: Bool {
    if utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return !isEmpty }
    let groups = split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isHexDigit)
  }
}
