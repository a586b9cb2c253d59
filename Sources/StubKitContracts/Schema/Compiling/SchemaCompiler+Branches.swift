import StubKit

extension SchemaCompiler {
  mutating func branchRules(_ keywords: inout SchemaKeywords) -> BranchRules? {
    guard Self.branchKeywords.contains(where: { keywords[$0] != nil }) else { return nil }
    let location = keywords.location
    let reference = keywords.text("$ref").flatMap { target(of: $0, from: location) }
    let references = [reference].compactMap(\.self).map { node(at: $0, isSameValue: true) }
    let dynamic = keywords.text("$dynamicRef").flatMap { self.dynamic($0, from: location) }
    let (any, one) = (branches("anyOf", &keywords), branches("oneOf", &keywords))
    return BranchRules(
      all: references + branches("allOf", &keywords), any: any, one: one,
      not: branch("not", &keywords), condition: branch("if", &keywords),
      then: branch("then", &keywords), otherwise: branch("else", &keywords), dynamic: dynamic,
      discriminator: discriminator(&keywords, for: one.isEmpty ? any : one))
  }

  private static let branchKeywords = [
    "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if",
  ]

  private mutating func branch(
    _ keyword: String, _ keywords: inout SchemaKeywords
  ) -> SchemaNode? {
    keywords.schema(keyword).map { node(at: $0, isSameValue: true, isWhole: false) }
  }

  private mutating func branches(
    _ keyword: String, _ keywords: inout SchemaKeywords
  ) -> [SchemaNode] {
    let schemas = keywords.schemas(keyword)
    // An `allOf` of one schema only serves to put a description or `nullable` beside a reference.
    let isWhole = keyword != "allOf" || schemas.count == 1
    return schemas.map { node(at: $0, isSameValue: true, isWhole: isWhole) }
  }

  /// A `$dynamicRef` is dynamic only if the name in it is the `$dynamicAnchor` of its first target.
  private mutating func dynamic(
    _ reference: String, from location: SchemaLocation
  ) -> BranchRules.Dynamic? {
    guard let target = target(of: reference, from: location, keyword: "$dynamicRef") else {
      return nil
    }
    let name = String(reference.drop { $0 != "#" }.dropFirst())
    guard target.json["$dynamicAnchor"]?.string == name else {
      return BranchRules.Dynamic(initial: node(at: target, isSameValue: true), targets: [:])
    }
    hasDynamicReferences = true
    var targets: [Int: SchemaNode] = [:]
    for place in references.dynamicAnchors(named: name) {
      targets[resource(of: place)] = node(at: place)
    }
    return BranchRules.Dynamic(initial: node(at: target), targets: targets)
  }

  private mutating func discriminator(
    _ keywords: inout SchemaKeywords, for branches: [SchemaNode]
  ) -> SchemaDiscriminator? {
    guard let value = keywords["discriminator"], !branches.isEmpty else { return nil }
    guard let property = value["propertyName"]?.string.flatMap({ NameTable([$0]) })
    else {
      keywords.note("discriminator must have a propertyName that is a string")
      return nil
    }
    var targets: [String: SchemaNode] = [:]
    for (name, target) in (value["mapping"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
      targets[name] = branch(mappedTo: target, &keywords, among: branches, named: name)
    }
    var shown = Set(targets.keys)
    let mapped = Array(targets.values)
    let keyword = keywords["oneOf"] == nil ? "anyOf" : "oneOf"
    // The name of the schema that an alternative refers to also stands for that alternative.
    for (branch, json) in zip(branches, keywords[keyword]?.array ?? []) {
      guard let name = json["$ref"]?.string?.split(separator: "/").last.map(String.init) else {
        continue
      }
      if !mapped.contains(where: { $0 === branch }) { shown.insert(name) }
      if targets[name] == nil { targets[name] = branch }
    }
    let names = targets.keys.sorted()
    guard let values = NameTable(names) else { return nil }
    return SchemaDiscriminator(
      property: property, values: values, targets: names.compactMap { targets[$0] },
      shown: shown.sorted(),
      isMapped: !mapped.isEmpty,
      isComplete: branches.allSatisfy { branch in targets.values.contains { $0 === branch } })
  }

  /// Notes a mistake and returns nil if the mapping leads to none of the alternatives.
  private mutating func branch(
    mappedTo value: StubJSON, _ keywords: inout SchemaKeywords, among branches: [SchemaNode],
    named name: String
  ) -> SchemaNode? {
    guard let text = value.string else {
      keywords.note("discriminator maps \(name.swiftLiteral) to \(value.shortened(to: 60))")
      return nil
    }
    let place = target(
      of: Self.reference(text), from: keywords.location, keyword: "discriminator's")
    guard let place else { return nil }
    let node = node(at: place, isSameValue: true)
    if branches.contains(where: { $0 === node }) { return node }
    keywords.note(
      "discriminator maps \(name.swiftLiteral) to \(node.path), which is none of the alternatives")
    return nil
  }
}
