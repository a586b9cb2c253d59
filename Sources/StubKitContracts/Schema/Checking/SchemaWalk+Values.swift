import CStubKitContracts
import StubKit

// Each `check` returns false if the walk must end.
extension SchemaWalk {
  mutating func check(_ schema: SchemaNode, _ rules: NumberRules, _ index: Int) -> Bool {
    let place = UInt32(index)
    if let limit = rules.minimum, stubkit_compare_numbers(raw, place, limit.tape, 0) < 0 {
      guard miss(schema, index, .limit("at least", limit)) else { return false }
    }
    if let limit = rules.exclusiveMinimum, stubkit_compare_numbers(raw, place, limit.tape, 0) <= 0 {
      guard miss(schema, index, .limit("more than", limit)) else { return false }
    }
    if let limit = rules.maximum, stubkit_compare_numbers(raw, place, limit.tape, 0) > 0 {
      guard miss(schema, index, .limit("at most", limit)) else { return false }
    }
    if let limit = rules.exclusiveMaximum, stubkit_compare_numbers(raw, place, limit.tape, 0) >= 0 {
      guard miss(schema, index, .limit("less than", limit)) else { return false }
    }
    if let divisor = rules.multipleOf, !stubkit_is_multiple(raw, place, divisor.tape) {
      guard miss(schema, index, .limit("a multiple of", divisor)) else { return false }
    }
    if rules.bits > 0, !stubkit_fits_integer(nodes + index, Int32(rules.bits)) {
      return miss(schema, index, .bits(rules.bits))
    }
    return true
  }

  mutating func count(
    _ noun: String, _ schema: SchemaNode, _ least: Int, _ most: Int?, _ index: Int
  ) -> Bool {
    let found = Int(nodes[index].count)
    if found < least, !miss(schema, index, .count(of: noun, atLeast: true, least)) { return false }
    guard let most, found > most else { return true }
    return miss(schema, index, .count(of: noun, atLeast: false, most))
  }

  mutating func check(_ schema: SchemaNode, _ rules: TextRules, _ index: Int) -> Bool {
    let node = nodes[index]
    if !count("character", schema, rules.minLength, rules.maxLength, index) { return false }
    if rules.checksFormat, let format = rules.format {
      let text = raw.pointee.bytes + Int(node.start)
      if !stubkit_has_format(format.code, text, Int(node.end - node.start)) {
        guard miss(schema, index, .format(format)) else { return false }
      }
    }
    if let pattern = rules.pattern {
      guard let isFound = pattern.isFound(in: tape.text(at: index)) else {
        return giveUp(schema, index, pattern)
      }
      if !isFound { return miss(schema, index, .pattern(pattern)) }
    }
    return true
  }

  mutating func check(
    _ schema: SchemaNode, _ rules: ListRules, _ index: Int, _ marks: SchemaMarks?
  ) -> Bool {
    let node = nodes[index]
    if !count("element", schema, rules.minItems, rules.maxItems, index) { return false }
    let end = Int(node.next)
    let (prefixCount, items) = (rules.prefix.count, rules.items)
    var (element, position) = (index + 1, 0)
    while element < end {
      if position < prefixCount {
        guard enter(rules.prefix[position], element) else { return false }
        marks?.insert(position)
      } else if let items {
        guard fits(items.plain, element) || enter(items, element) else { return false }
        marks?.insert(position)
      } else {
        break
      }
      element = Int(nodes[element].next)
      position += 1
    }
    if let contained = rules.contains {
      guard check(schema, rules, contained, index, marks) else { return false }
    }
    if rules.isUnique {
      var (first, second): (UInt32, UInt32) = (0, 0)
      if stubkit_find_equal_elements(raw, UInt32(index), &first, &second) {
        return miss(schema, index, .equal(first, second))
      }
    }
    return true
  }

  private mutating func check(
    _ schema: SchemaNode, _ rules: ListRules, _ contained: SchemaNode, _ index: Int,
    _ marks: SchemaMarks?
  ) -> Bool {
    let end = Int(nodes[index].next)
    var (element, position, count) = (index + 1, 0, 0)
    while element < end {
      let outer = entry
      entry = around.count
      let isContained = holds(contained, element)
      entry = outer
      guard let isContained else { return giveUp(schema, index) }
      if isContained {
        count += 1
        marks?.insert(position)
      }
      element = Int(nodes[element].next)
      position += 1
    }
    if count < rules.minContains {
      return miss(
        schema, index, .contained(atLeast: true, rules.minContains, found: count, contained))
    }
    if let limit = rules.maxContains, count > limit {
      return miss(schema, index, .contained(atLeast: false, limit, found: count, contained))
    }
    return true
  }
}
