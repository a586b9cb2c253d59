import StubKit

@testable import StubKitContracts

/// Makes random schemas, most of which some values fit.
struct RandomSchema {
  var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// A document with definitions, which the schemas in it refer to.
  mutating func document() -> StubJSON {
    guard case .object(var members) = schema(depth: 3) else { return .bool(true) }
    var definitions: [String: StubJSON] = [:]
    for name in ["a", "b", "c"] { definitions[name] = schema(depth: 2) }
    members["$defs"] = .object(definitions)
    return .object(members)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func number(_ range: ClosedRange<Int>) -> StubJSON {
    chance(70)
      ? .integer(Int.random(in: range, using: &random))
      : .double(Double(Int.random(in: range, using: &random)) + 0.5)
  }

  mutating func schema(depth: Int) -> StubJSON {
    switch Int.random(in: 0..<(depth > 0 ? 14 : 6), using: &random) {
    case 0: return text()
    case 1: return numeric()
    case 2: return ["type": chance(50) ? "boolean" : ["null", "integer"]]
    case 3: return ["enum": .array((0...2).map { _ in .random(using: &random, depth: 1) })]
    case 4: return text()
    case 5: return depth < 3 ? ["$ref": .string("#/$defs/" + anyName())] : numeric()
    case 6, 7: return list(depth: depth - 1)
    case 8, 9, 10: return object(depth: depth - 1)
    case 11:
      let keyword = chance(50) ? "anyOf" : "oneOf"
      return .object([keyword: [schema(depth: depth - 1), schema(depth: depth - 1)]])
    case 12: return ["allOf": [object(depth: depth - 1), object(depth: depth - 1)]]
    default:
      return [
        "if": schema(depth: 0), "then": schema(depth: depth - 1), "else": schema(depth: depth - 1),
      ]
    }
  }

  private mutating func anyName() -> String {
    ["a", "b", "c"].randomElement(using: &random) ?? "a"
  }

  private mutating func text() -> StubJSON {
    var members: [String: StubJSON] = ["type": "string"]
    if chance(40) { members["minLength"] = .integer(Int.random(in: 0...3, using: &random)) }
    if chance(40) { members["maxLength"] = .integer(Int.random(in: 2...8, using: &random)) }
    if chance(30) {
      let patterns = ["^[a-z]+$", "\\d{2,3}", "^(a|b)c?$", "[^x]", "^[A-Z][a-z0-9_-]*"]
      members["pattern"] = .string(patterns.randomElement(using: &random) ?? "")
    } else if chance(20) {
      members["format"] = .string(
        SchemaFormat.allCases.randomElement(using: &random)?.rawValue ?? "")
    }
    return .object(members)
  }

  private mutating func numeric() -> StubJSON {
    var members: [String: StubJSON] = ["type": chance(50) ? "integer" : "number"]
    if chance(40) { members["minimum"] = number(-5...5) }
    if chance(40) { members["exclusiveMaximum"] = number(3...9) }
    if chance(30) { members["multipleOf"] = [0.1, 0.5, 2, 3].randomElement(using: &random) }
    return .object(members)
  }

  private mutating func list(depth: Int) -> StubJSON {
    var members: [String: StubJSON] = ["type": "array"]
    if chance(60) { members["items"] = schema(depth: depth) }
    if chance(20) { members["prefixItems"] = [schema(depth: depth), schema(depth: depth)] }
    if chance(30) { members["minItems"] = .integer(Int.random(in: 0...2, using: &random)) }
    if chance(30) { members["maxItems"] = .integer(Int.random(in: 1...4, using: &random)) }
    if chance(20) { members["uniqueItems"] = true }
    if chance(20) { members["contains"] = schema(depth: 0) }
    if chance(15) { members["unevaluatedItems"] = false }
    return .object(members)
  }

  private mutating func object(depth: Int) -> StubJSON {
    var members: [String: StubJSON] = ["type": "object"]
    var properties: [String: StubJSON] = [:]
    for name in ["a", "b", "c", "name"] where chance(50) {
      properties[name] = schema(depth: depth)
    }
    members["properties"] = .object(properties)
    let names = ["a", "b", "name", "x y"].filter { _ in chance(25) }
    members["required"] = .array(names.map(StubJSON.string))
    if chance(20) { members["additionalProperties"] = chance(50) ? false : schema(depth: 0) }
    if chance(10) { members["patternProperties"] = ["^[a-b]$": schema(depth: 0)] }
    if chance(10) { members["propertyNames"] = ["minLength": 1, "maxLength": 4] }
    if chance(10) { members["minProperties"] = 1 }
    if chance(10) { members["dependentRequired"] = ["a": ["b"]] }
    if chance(10) { members["dependentSchemas"] = ["b": schema(depth: 0)] }
    if chance(15) { members["unevaluatedProperties"] = false }
    return .object(members)
  }
}
