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

  /// Nil if there are none.
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
