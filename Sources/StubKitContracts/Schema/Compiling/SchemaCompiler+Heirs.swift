import StubKit

/// Schemas that extend a parent by `allOf`; the parent's discriminator tells them apart.
extension SchemaCompiler {
  struct Family {
    let node: SchemaNode
    /// The keys of the schema, of its heirs and of the schemas to which the discriminator maps.
    let members: Set<String>
  }

  /// A schema, its heirs and the schemas that its discriminator maps to, as alternatives; nil if it
  /// has no discriminator, is the only one of these, or has alternatives of its own.
  mutating func family(of location: SchemaLocation) -> Family? {
    guard let discriminator = location.json["discriminator"],
      ["oneOf", "anyOf"].allSatisfy({ location.json[$0] == nil }),
      let property = discriminator["propertyName"]?.string.flatMap({ NameTable([$0]) })
    else { return nil }
    let key = location.key
    if let known = families[key] { return known }
    var places = heirs(of: location)
    for (name, target) in discriminator["mapping"]?.object ?? [:] {
      let place = target.string.flatMap {
        self.target(of: Self.reference($0), from: location, keyword: "discriminator's")
      }
      if let place { places[name] = place }
    }
    let members = Set(places.values.map(\.key)).union([key])
    guard members.count > 1 else { return nil }
    let family = Family(
      node: SchemaNode(path: location.path, resource: resource(of: location)), members: members)
    families[key] = family
    let own = plainNode(at: location)
    var targets = [location.tokens.last ?? "": own]
    for (name, place) in places { targets[name] = plainNode(at: place) }
    let names = targets.keys.sorted()
    var alternatives: [SchemaNode] = []
    for node in places.keys.sorted().compactMap({ targets[$0] })
    where node !== own && !alternatives.contains(where: { $0 === node }) {
      alternatives.append(node)
    }
    let rules = BranchRules(
      all: [], any: alternatives + [own], one: [], not: nil, condition: nil, then: nil,
      otherwise: nil, dynamic: nil,
      discriminator: NameTable(names).map { values in
        SchemaDiscriminator(
          property: property, values: values, targets: names.compactMap { targets[$0] },
          shown: names, isMapped: true, isComplete: false)
      })
    family.node.adopt(SchemaRules(branches: rules))
    return family
  }

  /// The document's schemas whose `allOf` refers to the one at `location` or to one of its heirs.
  private mutating func heirs(of location: SchemaLocation) -> [String: SchemaLocation] {
    let root = SchemaLocation(rootOf: location.document)
    guard let schemas = root.child("components")?.child("schemas"),
      let members = schemas.json.object
    else { return [:] }
    let names = members.keys.filter { members[$0]?["allOf"]?.array != nil }.sorted()
    var family: Set<String> = [location.key]
    var heirs: [String: SchemaLocation] = [:]
    var count = -1
    while heirs.count > count {
      count = heirs.count
      for name in names {
        guard let place = schemas.child(name), !family.contains(place.key) else { continue }
        let parents = place.json["allOf"]?.array?.compactMap { $0["$ref"]?.string } ?? []
        for parent in parents {
          guard let target = try? references.target(of: parent, from: place),
            family.contains(target.key)
          else { continue }
          family.insert(place.key)
          heirs[name] = place
          break
        }
      }
    }
    return heirs
  }

  /// Follows a schema's reference, alone or in an `allOf` of one, if no other rule is beside it.
  ///
  /// The name of such a schema is a value of its parent's discriminator, like that of any heir, as
  /// OpenAPI says. But a reference to such a schema allows all heirs of the parent.
  mutating func unwrapped(_ location: SchemaLocation) -> SchemaLocation {
    var place = location
    for _ in 0..<Self.longestChain {
      var outer = place
      if let members = place.json.object, members["allOf"]?.array?.count == 1,
        members.keys.allSatisfy(Self.saysNothingBesideParent),
        let parent = place.child("allOf")?.child("0")
      {
        outer = parent
      }
      guard let reference = soleReference(at: outer),
        let target = try? references.target(of: reference, from: outer)
      else { break }
      place = target
    }
    return place
  }

  // `example` is not among these keywords: an example beside the reference is the schema's own.
  private static func saysNothingBesideParent(_ keyword: String) -> Bool {
    saysNothingBesideReference.contains(keyword)
      || ["allOf", "nullable", "deprecated", "externalDocs", "xml"].contains(keyword)
      || keyword.hasPrefix("x-")
  }

  /// Makes a reference from the text of a mapping, which may be the bare name of a schema.
  static func reference(_ text: String) -> String {
    let isReference =
      text.contains { "#/".contains($0) }
      || [".json", ".yaml", ".yml"].contains(where: text.hasSuffix)
    return isReference ? text : "#/components/schemas/\(text)"
  }
}
