import CStubKitContracts
import StubKit

// Each `check` returns false if the walk must end.
extension SchemaWalk {
  mutating func check(
    _ schema: SchemaNode, _ rules: ObjectRules, _ index: Int, _ marks: SchemaMarks?
  ) -> Bool {
    let node = nodes[index]
    if !count("member", schema, rules.minMembers, rules.maxMembers, index) { return false }
    // The labels rule out a wrong kind of object before the other members are checked.
    if isQuick, !rules.labels.isEmpty, !fitsLabels(rules, index) { return false }
    let end = Int(node.next)
    // Read before the loop, which would otherwise retain them for each member.
    let (names, members, hasPatterns) = (rules.names, rules.members, !rules.patterns.isEmpty)
    let plain = rules.plain
    let (additional, nameRules) = (rules.additional, rules.propertyNames)
    // A bit for each of the first 64 names, of which the required ones come first.
    var found: UInt64 = 0
    var (name, ordinal) = (index + 1, 0)
    while name < end {
      let value = name + 1
      var isKnown = false
      if let names {
        let position = names.position(of: name, on: raw)
        if position >= 0 {
          if position < 64 { found |= 1 << UInt64(position) }
          if let plain = plain[position], fits(plain, value) {
            isKnown = true
          } else if let member = members[position] {
            isKnown = true
            guard enter(member, value) else { return false }
          }
        }
      }
      if hasPatterns {
        guard checkPatterns(schema, rules, name, &isKnown) else { return false }
      }
      if !isKnown, let additional {
        isKnown = true
        if additional.rules.isNever {
          guard miss(additional, value, .unexpected(rules)) else { return false }
        } else {
          guard enter(additional, value) else { return false }
        }
      }
      if isKnown { marks?.insert(ordinal) }
      if let nameRules {
        guard enter(nameRules, name) else { return false }
      }
      name = Int(nodes[value].next)
      ordinal += 1
    }
    let required = rules.requiredCount
    // If a name is missing, or at least 64 are required, each required name is looked up.
    let hasAll = required < 64 && ~found & (1 << UInt64(required) - 1) == 0
    guard hasAll || checkRequired(schema, rules, index) else { return false }
    if let dependencies = rules.dependencies {
      return check(schema, dependencies, index, marks)
    }
    return true
  }

  private mutating func fitsLabels(_ rules: ObjectRules, _ index: Int) -> Bool {
    guard let names = rules.names else { return true }
    for position in rules.labels {
      guard let member = rules.members[position],
        let value = names.member(at: position, of: index, on: raw)
      else { continue }
      guard enter(member, value) else { return false }
    }
    return true
  }

  private mutating func checkPatterns(
    _ schema: SchemaNode, _ rules: ObjectRules, _ name: Int, _ isKnown: inout Bool
  ) -> Bool {
    let text = tape.text(at: name)
    for pattern in rules.patterns {
      guard let isFound = pattern.name.isFound(in: text) else {
        // It is unknown whether the pattern describes the member.
        isKnown = true
        guard giveUp(schema, name, pattern.name) else { return false }
        continue
      }
      guard isFound else { continue }
      isKnown = true
      guard enter(pattern.schema, name + 1) else { return false }
    }
    return true
  }

  private mutating func checkRequired(
    _ schema: SchemaNode, _ rules: ObjectRules, _ index: Int
  ) -> Bool {
    guard let names = rules.names else { return true }
    for position in 0..<rules.requiredCount {
      let isThere = names.member(at: position, of: index, on: raw) != nil
      if isThere || isExcused(names, position, schema) { continue }
      let name = names.names[position]
      guard miss(schema, index, .required(name, because: nil)) else { return false }
    }
    return true
  }

  /// Whether a required member may be missing because it is not sent in this direction.
  private func isExcused(_ names: NameTable, _ position: Int, _ schema: SchemaNode) -> Bool {
    guard let direction else { return false }
    // Another schema for the object may describe the member. Among alternatives, only the one that
    // the walk is in counts; if the walk is in none of them, each counts.
    let path = around[entry...].map { $0.takeUnretainedValue() } + [schema]
    let schemas = path.flatMap { outer in
      outer.joined(with: { node in
        (node.rules.branches?.others ?? []).filter { others in
          !others.contains { other in path.contains { $0 === other } }
        }.flatMap(\.self)
      })
    }
    for schema in schemas {
      guard let object = schema.rules.object, let known = object.names else { continue }
      let place = known.position(ofNameAt: position, of: names)
      guard place >= 0, let member = object.members[place] else { continue }
      let isHidden = member.joined.contains {
        direction == .request ? $0.rules.isReadOnly : $0.rules.isWriteOnly
      }
      if isHidden { return true }
    }
    return false
  }

  private mutating func check(
    _ schema: SchemaNode, _ dependencies: MemberDependencies, _ index: Int, _ marks: SchemaMarks?
  ) -> Bool {
    let names = dependencies.names
    for need in dependencies.needs {
      guard names.member(at: need.trigger, of: index, on: raw) != nil,
        names.member(at: need.needed, of: index, on: raw) == nil
      else { continue }
      let miss = SchemaMiss.required(
        names.names[need.needed], because: names.names[need.trigger])
      guard self.miss(schema, index, miss) else { return false }
    }
    for more in dependencies.extensions {
      guard names.member(at: more.trigger, of: index, on: raw) != nil else { continue }
      guard fits(more.schema, at: index, marks) || !isQuick else { return false }
    }
    return true
  }
}
