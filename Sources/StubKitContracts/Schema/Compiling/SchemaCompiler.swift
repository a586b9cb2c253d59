import Foundation
import StubKit

/// Compiles the schemas of documents, each place once.
///
/// Schemas for the same value are compiled depth first, and schemas for nested values later. A
/// schema that is met again while it is being compiled would apply to its own value without end.
struct SchemaCompiler {
  let dialect: SchemaDialect
  let checksFormats: Bool
  var mistakes: [SchemaMistake] = []
  var hasDynamicReferences = false
  var references: SchemaReferences
  var nodes: [String: SchemaNode] = [:]
  var families: [String: Family] = [:]
  private var waiting: [String: SchemaLocation] = [:]
  private var pending: [String] = []
  /// The schemas that are being compiled, all of which apply to the same value.
  private var chain: [String] = []
  private var resources: [String: Int] = [:]
  static let longestChain = 32

  init(
    _ document: StubJSON, at url: URL, titled title: String?, dialect: SchemaDialect,
    checksFormats: Bool,
    load: @escaping (URL) throws -> StubJSON
  ) {
    (self.dialect, self.checksFormats) = (dialect, checksFormats)
    let root = SchemaDocument(
      document, at: url, title: title, hasIdentifiers: dialect != .openAPI30)
    references = SchemaReferences(from: root, load: load)
  }

  mutating func schema(at path: [String]) -> SchemaNode {
    let node: SchemaNode
    let root = SchemaLocation(rootOf: references.root)
    do throws(SchemaReferences.Failure) {
      node = self.node(at: try references.descend(path, from: root))
    } catch {
      note("the path \(path.joined(separator: "/")) \(error.reason)", at: root)
      return .anything
    }
    while let key = pending.popLast() {
      guard let location = waiting.removeValue(forKey: key), let node = nodes[key] else { continue }
      compile(node, from: location)
    }
    return node
  }

  mutating func forgetAll() {
    for node in nodes.values { node.adopt(.anything) }
    for family in families.values { family.node.adopt(.anything) }
  }

  /// The schema at a place, or the schema that a sole reference there leads to.
  ///
  /// With `isSameValue`, the schema applies to the same value as the schema being compiled. With
  /// `isWhole`, no schema beside it describes that value, so its heirs can stand for it.
  mutating func node(
    at location: SchemaLocation, isSameValue: Bool = false, isWhole: Bool = true
  ) -> SchemaNode {
    guard let location = target(of: location) else { return .anything }
    if isWhole, let family = family(of: unwrapped(location)),
      // A member of the family refers to the plain schema, so that a walk cannot go in a circle.
      !isSameValue || family.members.isDisjoint(with: chain)
    {
      return family.node
    }
    let key = location.key
    if isSameValue, chain.contains(key) || chain.count > Self.longestChain {
      let isCircle = chain.contains(key)
      note(
        isCircle
          ? "applies to its own value without end, by way of its references or branches"
          : "is one of more than \(Self.longestChain) schemas that refer to each other in a row",
        at: location)
      return .anything
    }
    let node = plainNode(at: location)
    if isSameValue, waiting.removeValue(forKey: key) != nil { compile(node, from: location) }
    return node
  }

  /// The schema at a place itself, without its heirs; a new schema is compiled later.
  mutating func plainNode(at location: SchemaLocation) -> SchemaNode {
    let key = location.key
    if let known = nodes[key] { return known }
    let node = SchemaNode(path: location.path, resource: resource(of: location))
    nodes[key] = node
    waiting[key] = location
    pending.append(key)
    return node
  }

  mutating func note(_ sentence: String, at location: SchemaLocation) {
    let mistake = SchemaMistake(at: location, sentence)
    if !mistakes.contains(mistake) { mistakes.append(mistake) }
  }

  mutating func resource(of location: SchemaLocation) -> Int {
    let name = location.base.withoutFragment
    let number = resources[name] ?? resources.count + 1
    resources[name] = number
    return number
  }

  private mutating func compile(_ node: SchemaNode, from location: SchemaLocation) {
    chain.append(location.key)
    node.adopt(rules(at: location))
    chain.removeLast()
  }

  /// Follows references that stand alone, so that they cost nothing when values are checked.
  private mutating func target(of location: SchemaLocation) -> SchemaLocation? {
    var (place, seen) = (location, Set<String>())
    while let reference = soleReference(at: place) {
      guard seen.insert(place.key).inserted else {
        note("$ref \(reference.swiftLiteral) leads back to itself", at: place)
        return nil
      }
      guard let next = target(of: reference, from: place) else { return nil }
      place = next
    }
    return place
  }

  /// Notes a mistake and returns nil if the reference leads to no schema.
  mutating func target(
    of reference: String, from location: SchemaLocation, keyword: String = "$ref"
  ) -> SchemaLocation? {
    do throws(SchemaReferences.Failure) {
      let target = try references.target(of: reference, from: location)
      guard !SchemaKeywords.isSchema(target.json) else { return target }
      throw SchemaReferences.Failure(
        reason: "leads to \(target.json.shortened(to: 60)), which is not a schema")
    } catch {
      note("\(keyword) \(reference.swiftLiteral) \(error.reason)", at: location)
      return nil
    }
  }

  func soleReference(at location: SchemaLocation) -> String? {
    guard case .object(let members) = location.json, let reference = members["$ref"]?.string
    else { return nil }
    let isAlone =
      dialect == .openAPI30 || members.keys.allSatisfy(Self.saysNothingBesideReference.contains)
    return isAlone ? reference : nil
  }

  static let saysNothingBesideReference: Set = [
    "$ref", "title", "summary", "description", "$comment", "$defs", "definitions", "$schema",
  ]
}
