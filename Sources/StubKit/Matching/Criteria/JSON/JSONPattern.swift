public import Foundation

/// JSON in which some values are left open, for bodies that hold an identifier or a time.
///
/// ```swift
/// let order: JSONPattern = [
///   "id": .anyNumber, "at": .matching("^2[0-9]{3}-"), "tags": .unordered(["new", "paid"]),
/// ]
/// stub(condition: hasJsonBody(matching: order), response: .status(201))
/// ```
/// A pattern is written as a literal, like `StubJSON`; `.value(_:)` puts a `StubJSON` value into
/// it.
public struct JSONPattern: Sendable {
  indirect enum Kind: Sendable {
    case value(StubJSON)
    case anything
    case anyString
    case anyNumber
    case anyBool
    case text(TextPattern)
    case array([JSONPattern])
    case unordered([JSONPattern])
    /// Sorted by name, so that the order of evaluation is always the same.
    case object([(name: String, pattern: JSONPattern)])
    case mistaken(MatcherMistake)

    var children: [JSONPattern] {
      switch self {
      case .array(let elements), .unordered(let elements): elements
      case .object(let members): members.map(\.pattern)
      case .value, .anything, .anyString, .anyNumber, .anyBool, .text, .mistaken: []
      }
    }
  }

  let kind: Kind
  /// How deep arrays and objects are nested, without those in a `.value`.
  private let depth: Int
  /// Whether matching is quick: without text searches and unordered arrays.
  let isPlain: Bool

  /// Limited, since walks through a pattern recurse.
  private static let nestingLimit = 64

  init(_ kind: Kind) {
    let depth = kind.children.map(\.depth).max().map { $0 + 1 } ?? 0
    // Deeper content is not even kept: releasing it would recurse as well.
    self.kind =
      depth <= Self.nestingLimit
      ? kind
      : .mistaken(
        MatcherMistake(call: "…", reason: "nested more than \(Self.nestingLimit) levels deep"))
    self.depth = depth
    switch kind {
    case .text, .unordered: isPlain = false
    default: isPlain = kind.children.allSatisfy(\.isPlain)
    }
  }

  init(making make: () throws -> StubJSON) {
    do {
      self.init(.value(try make()))
    } catch {
      self.init(.mistaken(MatcherMistake(call: "…", reason: "\(error)")))
    }
  }

  /// Any value, `null` too; but there must be one.
  public static var anything: JSONPattern { JSONPattern(.anything) }

  /// Any string.
  public static var anyString: JSONPattern { JSONPattern(.anyString) }

  /// Any number.
  public static var anyNumber: JSONPattern { JSONPattern(.anyNumber) }

  /// Either `true` or `false`.
  public static var anyBool: JSONPattern { JSONPattern(.anyBool) }

  /// Exactly this value, which need not be a literal: `["id": .value(user["id"])]`.
  public static func value(_ json: StubJSON) -> JSONPattern { JSONPattern(.value(json)) }

  /// A string that contains a match of the regular expression.
  ///
  /// ```swift
  /// hasJsonBody(matching: ["id": .matching("^[0-9a-f-]{36}$"), "name": "Ada"])
  /// ```
  /// A pattern that is not a valid regular expression is a mistake (see `RequestMatcher.mistake`).
  public static func matching(
    _ pattern: String, options: NSRegularExpression.Options = []
  ) -> JSONPattern {
    do throws(MatcherMistake) {
      return JSONPattern(
        .text(try TextPattern(parsing: pattern, options: options) { ".matching(\($0))" }))
    } catch {
      return JSONPattern(.mistaken(error))
    }
  }

  /// A string that contains a match of the regular expression.
  public static func matching(_ expression: NSRegularExpression) -> JSONPattern {
    JSONPattern(.text(TextPattern(expression)))
  }

  /// A string that contains a match of the regular expression, which runs as in `pathMatches`.
  public static func matching<Output>(_ regex: Regex<Output>) -> JSONPattern {
    JSONPattern(.text(TextPattern(regex)))
  }

  /// An array with exactly these elements, in any order.
  ///
  /// ```swift
  /// containsJson(matching: ["tags": .unordered(["b", "a"])])   // {"tags": ["a", "b"], "page": 1}
  /// ```
  public static func unordered(_ elements: [JSONPattern]) -> JSONPattern {
    JSONPattern(.unordered(elements))
  }
}

extension JSONPattern:
  ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self.init(.value(.null)) }

  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self.init(.value(.bool(value))) }

  /// Makes a number.
  public init(integerLiteral value: Int) { self.init(.value(.integer(value))) }

  /// Makes a number.
  public init(floatLiteral value: Double) { self.init(.value(.double(value))) }

  /// Makes a string.
  public init(stringLiteral value: String) { self.init(.value(.string(value))) }

  /// Makes an array.
  public init(arrayLiteral elements: JSONPattern...) {
    let values = elements.compactMap(\.fixedValue)
    // If every element is a fixed value, the array is compared as one value.
    self.init(values.count == elements.count ? .value(.array(values)) : .array(elements))
  }

  /// Makes an object; of a repeated name the last value counts.
  public init(dictionaryLiteral elements: (String, JSONPattern)...) {
    let members = Dictionary(elements) { $1 }
    let values = members.compactMapValues(\.fixedValue)
    let sorted = members.sorted { $0.key < $1.key }.map { (name: $0.key, pattern: $0.value) }
    self.init(values.count == members.count ? .value(.object(values)) : .object(sorted))
  }
}
