import CStubKitContracts

final class ObjectRules: Sendable {
  struct Pattern: Sendable {
    let name: SchemaPattern
    let schema: SchemaNode
  }

  /// The required names first, then the other names that have a schema.
  let names: NameTable?
  let requiredCount: Int
  /// The schema for each of `names`; nil for a required name without a schema.
  let members: [SchemaNode?]
  /// The positions of the members with `enum` or `const`, which often say what an object is.
  let labels: [Int]
  /// The members' schemas as C knows them; never written after `init`.
  nonisolated(unsafe) let plain: UnsafeMutablePointer<UnsafePointer<stubkit_plain_rules>?>
  let patterns: [Pattern]
  let additional: SchemaNode?
  let propertyNames: SchemaNode?
  let minMembers: Int
  let maxMembers: Int?
  let dependencies: MemberDependencies?
  let unevaluated: SchemaNode?

  init(
    required: [String], members: [(name: String, schema: SchemaNode)], labels: Set<String>,
    patterns: [Pattern],
    additional: SchemaNode?, propertyNames: SchemaNode?, minMembers: Int, maxMembers: Int?,
    dependencies: MemberDependencies?, unevaluated: SchemaNode?
  ) {
    let schemas = Dictionary(members) { $1 }
    let isRequired = Set(required)
    let optional = members.filter { !isRequired.contains($0.name) }
    names = NameTable(required + optional.map(\.name))
    requiredCount = required.count
    self.members = required.map { schemas[$0] } + optional.map(\.schema)
    let all = names?.names ?? []
    self.labels = all.indices.filter { labels.contains(all[$0]) }
    plain = .allocate(capacity: self.members.count)
    for (position, member) in self.members.enumerated() {
      (plain + position).initialize(to: member.map { UnsafePointer($0.plain) })
    }
    (self.patterns, self.additional, self.propertyNames) = (patterns, additional, propertyNames)
    (self.minMembers, self.maxMembers) = (minMembers, maxMembers)
    (self.dependencies, self.unevaluated) = (dependencies, unevaluated)
  }

  deinit { plain.deallocate() }

  var required: ArraySlice<String> { names?.names.prefix(requiredCount) ?? [] }

  var known: [String] {
    zip(names?.names ?? [], members).compactMap { $1 == nil ? nil : $0 }
  }
}

/// What an object must have or satisfy because it has a certain member.
final class MemberDependencies: Sendable {
  struct Need: Sendable {
    /// Positions in `names`: an object with the trigger must have the needed member.
    let trigger: Int
    let needed: Int
  }

  struct Extension: Sendable {
    let trigger: Int
    let schema: SchemaNode
  }

  let names: NameTable
  let needs: [Need]
  let extensions: [Extension]

  /// Nil if there are no dependencies.
  init?(needs: [(String, [String])], extensions: [(String, SchemaNode)]) {
    let all = needs.flatMap { [$0] + $1 } + extensions.map(\.0)
    let sorted = Set(all).sorted()
    guard let names = NameTable(sorted) else { return nil }
    let positions = Dictionary(uniqueKeysWithValues: zip(sorted, sorted.indices))
    func position(of name: String) -> Int { positions[name] ?? 0 }
    self.names = names
    self.needs = needs.flatMap { name, needed in
      needed.map { Need(trigger: position(of: name), needed: position(of: $0)) }
    }
    self.extensions = extensions.map { Extension(trigger: position(of: $0), schema: $1) }
  }
}
