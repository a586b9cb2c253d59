import CStubKitContracts
import StubKit

/// How a value misses a schema; a sentence is made only if the miss is reported.
enum SchemaMiss {
  case kinds(UInt8)
  case constants(JSONTape)
  /// A part of a constant, by its index on the constant's tape.
  case constant(JSONTape, Int)
  /// A member of the constant that the value lacks; nil for a member that the constant lacks.
  case notConstant(missing: String?)
  case readOnly
  case writeOnly
  case limit(String, JSONTape)
  case bits(Int)
  case pattern(SchemaPattern)
  case givenUp(SchemaPattern)
  case format(SchemaFormat)
  case count(of: String, atLeast: Bool, Int)
  case equal(UInt32, UInt32)
  case contained(atLeast: Bool, Int, found: Int, SchemaNode)
  case required(String, because: String?)
  case unexpected(ObjectRules)
  case unevaluated
  case alternatives([String])
  case noAlternative
  case several([SchemaNode])
  case not(SchemaNode)
  case discriminator(SchemaDiscriminator)
  case noDiscriminator(SchemaDiscriminator)
}

extension SchemaMiss {
  /// The weight of a miss that shows that another schema was meant.
  static let decisive = 1_000

  /// How strongly the miss suggests that another schema was meant.
  ///
  /// - Parameter isAtRoot: Whether the miss is about the value itself, not a value inside it.
  func weight(isAtRoot: Bool) -> Int {
    switch self {
    case .kinds: isAtRoot ? Self.decisive : 10
    // A constant often tells one kind of object from another.
    case .constants: isAtRoot ? Self.decisive : 30
    default: 10
    }
  }

  var member: String? {
    switch self {
    case .required(let name, _), .notConstant(missing: let name?): name
    case .noDiscriminator(let discriminator): discriminator.property.names.first
    default: nil
    }
  }

  /// Whether a search was given up, so that the value may be right nevertheless.
  var isGivenUp: Bool { if case .givenUp = self { true } else { false } }

  func place(in schema: SchemaNode) -> String {
    if case .required(_, because: nil) = self { schema.path + "/required" } else { schema.path }
  }

  /// Says what was expected and what was found; a discreet sentence leaves out the value.
  func sentence(about index: Int, on tape: JSONTape, isDiscreet: Bool = false) -> String {
    let other = "found another value"
    let phrase =
      if case .constants = self { tape.json(of: index).shortened(to: 60) } else {
        tape.phrase(of: index)
      }
    let found = isDiscreet ? other : "found \(phrase)"
    let counted = isDiscreet ? other : "found \(tape.nodes[index].count)"
    let isName = tape.nodes[index].isName
    return (isName ? "its name is wrong: " : "") + sentence(found: found, counted: counted)
  }

  private func sentence(found: String, counted: String) -> String {
    switch self {
    case .kinds(0): "unexpected: the schema allows nothing here"
    case .kinds(let kinds):
      "expected \(JSONKinds(rawValue: kinds).phrases.choice), \(found)"
    case .constants(let list): "expected \(list.elementPhrases.oneOf), \(found)"
    case .constant(let list, let index): "expected \(list.phrase(of: index)), \(found)"
    case .notConstant(missing: nil): "unexpected; the constant has no such member"
    case .notConstant: "missing, and a part of the constant"
    case .readOnly: "read-only, and must not be sent in a request"
    case .writeOnly: "write-only, and must not be sent in a response"
    case .limit(let relation, let limit): "expected \(relation) \(limit.phrase(of: 0)), \(found)"
    case .bits(let bits): "expected a whole number that fits into \(bits) bits, \(found)"
    case .givenUp(let pattern):
      "the search for \(pattern.source) took too long and was given up"
    case .pattern(let pattern): "expected text that matches \(pattern.source), \(found)"
    case .format(let format): "expected \(format.phrase), \(found)"
    case .count(let noun, let atLeast, let limit):
      "expected \(Self.bound(atLeast, limit, noun)), \(counted)"
    case .equal(let first, let second):
      "expected no equal elements, but [\(first)] and [\(second)] are equal"
    case .contained(let atLeast, let limit, let number, let schema):
      "expected \(Self.bound(atLeast, limit, "element")) that fit\(limit == 1 ? "s" : "") \(schema.path), "
        + "found \(number)"
    case .required(_, because: nil): "missing, and required"
    case .required(_, let other?):
      "missing, and required because \(other.swiftLiteral) is there"
    case .unexpected(let rules):
      "unexpected; " + Self.known(rules.known, rules.patterns.map(\.name.source))
    case .unevaluated: "unexpected; no part of the schema describes it"
    case .alternatives(let phrases): "expected \(phrases.choice), \(found)"
    case .noAlternative: "fits none of the alternatives"
    case .several(let schemas):
      "fits \(schemas.count) alternatives, of which only one may fit: "
        + schemas.map(\.path).phrase
    case .not(let schema):
      schema.phrases().map { "expected anything but \($0.choice), \(found)" }
        ?? "fits \(schema.path), which must not fit"
    case .discriminator(let discriminator):
      "expected \(discriminator.shown.map(\.swiftLiteral).oneOf), \(found)"
    case .noDiscriminator(let discriminator):
      "missing, and required: \(discriminator.shown.map(\.swiftLiteral).oneOf)"
    }
  }

  private static func bound(_ isLeast: Bool, _ limit: Int, _ noun: String) -> String {
    "at \(isLeast ? "least" : "most") \(limit) \(noun)\(limit == 1 ? "" : "s")"
  }

  private static func known(_ names: [String], _ patterns: [String]) -> String {
    let pattern = patterns.isEmpty ? nil : "their names match \(patterns.cut(to: 12).choice)"
    guard !names.isEmpty else {
      return pattern.map { "members are allowed if \($0)" } ?? "no members are allowed"
    }
    return "the known members are \(names.map(\.swiftLiteral).cut(to: 12).phrase)"
      + (pattern.map { ", and others if \($0)" } ?? "")
  }
}

extension [String] {
  /// `a`, `a or b`, or `a, b or c`, without repetitions.
  var choice: String {
    var seen: Set<String> = []
    let all = filter { seen.insert($0).inserted }.cut(to: 12)
    guard let last = all.last, all.count > 1 else { return all.first ?? "nothing" }
    return "\(all.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// `"a"`, or `one of "a", "b"`.
  fileprivate var oneOf: String {
    count < 2 ? choice : "one of \(cut(to: 12).joined(separator: ", "))"
  }

  fileprivate func cut(to limit: Int) -> [String] {
    count > limit ? prefix(limit - 1) + ["\(count - limit + 1) more"] : self
  }
}
