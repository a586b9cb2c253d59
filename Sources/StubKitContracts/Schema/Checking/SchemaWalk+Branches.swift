import CStubKitContracts
import StubKit

extension SchemaWalk {
  /// Whether a value is what a schema describes; reports no problems.
  ///
  /// Nil if a search for a pattern was given up. If `isSent` is false, the direction is ignored.
  mutating func holds(
    _ schema: SchemaNode, _ index: Int, _ marks: SchemaMarks? = nil, isSent: Bool = true
  ) -> Bool? {
    let outer = (isQuick, isUnknown, direction)
    defer { (isQuick, isUnknown, direction) = outer }
    (isQuick, isUnknown, direction) = (true, false, isSent ? direction : nil)
    let holds = fits(schema, at: index, marks)
    return isUnknown ? nil : holds
  }

  /// Checks the branches; returns false if the walk must end.
  mutating func check(
    _ schema: SchemaNode, _ rules: BranchRules, _ index: Int, _ marks: SchemaMarks?
  ) -> Bool {
    for branch in rules.all {
      guard fits(branch, at: index, marks) || !isQuick else { return false }
    }
    if let dynamic = rules.dynamic {
      let target = scope.lazy.compactMap { dynamic.targets[$0] }.first ?? dynamic.initial
      guard fits(target, at: index, marks) || !isQuick else { return false }
    }
    if !rules.any.isEmpty {
      let discriminator = rules.one.isEmpty ? rules.discriminator : nil
      guard checkAlternatives(schema, rules.any, discriminator, index, marks, isOne: false)
      else { return false }
    }
    if !rules.one.isEmpty {
      guard checkAlternatives(schema, rules.one, rules.discriminator, index, marks, isOne: true)
      else { return false }
    }
    if let not = rules.not {
      switch holds(not, index, isSent: false) {
      case nil: guard giveUp(schema, index) else { return false }
      case true?: guard miss(schema, index, .not(not)) else { return false }
      case false?: break
      }
    }
    if let condition = rules.condition {
      let own = marks.map { SchemaMarks(count: $0.count) }
      guard let isMet = holds(condition, index, own, isSent: false) else {
        return giveUp(schema, index)
      }
      if isMet, let own { marks?.formUnion(own) }
      if let branch = isMet ? rules.then : rules.otherwise {
        guard fits(branch, at: index, marks) || !isQuick else { return false }
      }
    }
    return true
  }

  private mutating func checkAlternatives(
    _ schema: SchemaNode, _ branches: [SchemaNode], _ discriminator: SchemaDiscriminator?,
    _ index: Int, _ marks: SchemaMarks?, isOne: Bool
  ) -> Bool {
    if let discriminator, nodes[index].isObject {
      let value = discriminator.property.member(at: 0, of: index, on: raw)
      let position = value.map { discriminator.values.position(of: $0, on: raw) } ?? -1
      if position >= 0 {
        return fits(discriminator.targets[position], at: index, marks) || !isQuick
      }
      if discriminator.isComplete(for: branches) {
        return miss(
          schema, value ?? index,
          value == nil ? .noDiscriminator(discriminator) : .discriminator(discriminator))
      }
    }
    var (count, hasUnknown) = (0, false)
    for branch in branches {
      let own = marks.map { SchemaMarks(count: $0.count) }
      guard let isMet = holds(branch, index, own) else {
        hasUnknown = true
        continue
      }
      guard isMet else { continue }
      count += 1
      if let own { marks?.formUnion(own) }
      if marks == nil, count > 1 || !isOne { break }
    }
    // In `anyOf` one match is enough, unless an outer schema asks what each alternative evaluates.
    if hasUnknown, isOne ? count < 2 : count == 0 || marks != nil { return giveUp(schema, index) }
    if count == 0 { return isQuick ? false : explain(schema, branches, index) }
    guard isOne, count > 1 else { return true }
    if isQuick { return false }
    return miss(schema, index, .several(branches.filter { holds($0, index) == true }))
  }

  /// Reports the problems of the alternative that was probably meant.
  private mutating func explain(
    _ schema: SchemaNode, _ branches: [SchemaNode], _ index: Int
  ) -> Bool {
    if isWeighing { return miss(schema, index, .noAlternative) }
    let weights = branches.map { weight(of: $0, at: index) }
    guard let least = weights.min(), let best = weights.firstIndex(of: least) else { return true }
    if least >= SchemaMiss.decisive {
      let phrases = branches.map { $0.phrases() }
      if !phrases.contains(nil) {
        return miss(schema, index, .alternatives(phrases.compactMap(\.self).flatMap(\.self)))
      }
    }
    let before = misses
    _ = fits(branches[best], at: index)
    return misses > before || miss(schema, index, .noAlternative)
  }

  private mutating func weight(of schema: SchemaNode, at index: Int) -> Int {
    let (misses, around) = (misses, (weight, weighed))
    (isWeighing, weight, weighed) = (true, 0, index)
    _ = fits(schema, at: index)
    defer { (isWeighing, self.misses, (weight, weighed)) = (false, misses, around) }
    return weight
  }

  /// Notes a search that was given up, now or within `holds`; returns false if the walk must end.
  mutating func giveUp(
    _ schema: SchemaNode, _ index: Int, _ pattern: SchemaPattern? = nil
  ) -> Bool {
    hardPattern = pattern ?? hardPattern
    if isQuick { isUnknown = true }
    return hardPattern.map { miss(schema, index, .givenUp($0)) } ?? true
  }

  /// Reports or weighs a miss, unless the walk is quick; returns false if the walk must end.
  @discardableResult
  mutating func miss(_ schema: SchemaNode, _ index: Int, _ miss: SchemaMiss) -> Bool {
    if isQuick { return false }
    misses += 1
    if isWeighing {
      weight += miss.weight(isAtRoot: index == weighed)
      return true
    }
    let isListed = problems.count(where: { $0.isGivenUp == miss.isGivenUp }) < limit
    // A search that was given up is no fault, and is not counted once the list is full.
    guard isListed || !miss.isGivenUp else { return true }
    if found.count < Self.mostCompared || isListed {
      let sentence = miss.sentence(about: index, on: tape)
      // Schemas that apply together often find the same problem twice.
      guard found.insert("\(index) \(miss.member ?? "")\n\(sentence)").inserted else { return true }
      if isListed {
        problems.append(
          SchemaProblem(
            place: tape.place(of: index, member: miss.member), sentence: sentence,
            discreetSentence: miss.sentence(about: index, on: tape, isDiscreet: true),
            schema: miss.place(in: schema), isGivenUp: miss.isGivenUp))
      }
    }
    count += 1
    return true
  }
}
