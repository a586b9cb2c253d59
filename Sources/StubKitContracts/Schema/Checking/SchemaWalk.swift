import CStubKitContracts
import StubKit

/// Checks a value against a schema: quickly, for a yes or no, or thoroughly, for the problems.
///
/// The loops leave most work to C: they run for every exchange, and usually in a debug build.
struct SchemaWalk {
  let tape: JSONTape
  /// The tape as C knows it; reading it through `tape` would retain that object each time.
  let raw: UnsafePointer<stubkit_json_tape>
  let nodes: UnsafePointer<JSONTape.Node>
  /// Nil within `not` and `if`, which ask what a value is, not what is sent.
  var direction: SchemaDirection?
  let limit: Int
  /// Whether the first miss ends the walk.
  var isQuick: Bool
  /// Whether misses are only weighed, to find the alternative that was probably meant.
  var isWeighing = false
  var weight = 0
  /// The index of the value whose alternatives are weighed.
  var weighed = 0
  /// The number of misses so far; while alternatives are weighed, also of theirs.
  var misses = 0
  var problems: [SchemaProblem] = []
  /// The number of problems, listed or not.
  var count = 0
  /// The first problems, listed or not; a problem equal to one of these is not counted again.
  var found: Set<String> = []
  /// Beyond this number, each problem is taken for a new one.
  static let mostCompared = 10_000
  /// The schemas in whose branches the walk is, outermost first; the library keeps them alive.
  private(set) var around: [Unmanaged<SchemaNode>] = []
  /// The position in `around` at which the schemas that apply to the current value begin.
  var entry = 0
  /// The resources of the schemas that the walk is in, outermost first, for dynamic references.
  var scope: [Int] = []
  let isScoped: Bool
  /// Whether the work or the depth became too much, so that the result means nothing.
  var isGivenUp = false
  /// Whether a quick walk has given up the search for a pattern, so that its result is unknown.
  var isUnknown = false
  /// The pattern of the search that was given up last.
  var hardPattern: SchemaPattern?
  private var steps = 0
  private var depth = 0
  private let deepest: Int
  private let mostSteps: Int

  init(
    of tape: JSONTape, against schema: Schema, direction: SchemaDirection?, limit: Int,
    isQuick: Bool, deepest: Int
  ) {
    (self.tape, raw, nodes) = (tape, UnsafePointer(tape.tape), tape.nodes)
    (self.direction, self.limit) = (direction, limit)
    (self.isQuick, self.deepest) = (isQuick, deepest)
    mostSteps = 400_000 + 50 * Int(tape.tape.pointee.count)
    isScoped = schema.isScoped
  }

  /// Checks a value, and reports misses unless the walk is quick; returns whether the value fits.
  ///
  /// `marks` notes the evaluated members or elements; nil if no enclosing schema has to know them.
  mutating func fits(
    _ schema: SchemaNode, at index: Int, _ marks: SchemaMarks? = nil
  ) -> Bool {
    depth += 1
    steps += 1
    defer { depth -= 1 }
    guard depth <= deepest, steps <= mostSteps else {
      isGivenUp = true
      return false
    }
    let (rules, before) = (schema.rules, misses)
    guard checkItself(schema, rules, index) else { return false }
    // Most values are neither lists nor objects, and need nothing more.
    guard nodes[index].isList || nodes[index].isObject || rules.branches != nil
    else { return misses == before }
    guard checkParts(schema, rules, index, marks, after: before) else { return false }
    return misses == before
  }

  /// Checks the rules that need no other schema; returns false if the other rules can be skipped.
  @inline(never)  // Inlined, it would keep its variables on the stack while the walk goes deeper.
  private mutating func checkItself(
    _ schema: SchemaNode, _ rules: SchemaRules, _ index: Int
  ) -> Bool {
    let node = nodes[index]
    // The name of a member is checked like a string.
    let kind = node.isName ? JSONKinds.text.rawValue : node.kind
    guard kind & rules.kinds != 0 else {
      miss(schema, index, .kinds(rules.kinds))
      return false
    }
    if let constants = rules.constants,
      stubkit_find_in_list(constants.tape, raw, UInt32(index)) < 0
    {
      missConstants(schema, constants, index)
      return false
    }
    if rules.isReadOnly || rules.isWriteOnly, isHidden(rules, index) {
      miss(schema, index, direction == .request ? .readOnly : .writeOnly)
      return false
    }
    if let number = rules.number, node.isNumber {
      guard check(schema, number, index) else { return false }
    }
    if let text = rules.text, node.isText || node.isName {
      guard check(schema, text, index) else { return false }
    }
    return true
  }

  /// Checks branches, elements and members; returns false if the walk must end.
  private mutating func checkParts(
    _ schema: SchemaNode, _ rules: SchemaRules, _ index: Int, _ outer: SchemaMarks?,
    after before: Int
  ) -> Bool {
    if isScoped { scope.append(schema.resource) }
    defer { if isScoped { scope.removeLast() } }
    let list = nodes[index].isList ? rules.list : nil
    let object = nodes[index].isObject ? rules.object : nil
    let hasBranches = rules.branches != nil || object?.dependencies != nil
    if hasBranches { around.append(.passUnretained(schema)) }
    defer { if hasBranches { around.removeLast() } }
    let rest = list?.unevaluated ?? object?.unevaluated
    let marks = rest == nil ? outer : SchemaMarks(count: Int(nodes[index].count))
    if let branches = rules.branches {
      guard check(schema, branches, index, marks) else { return false }
    }
    if let list {
      guard check(schema, list, index, marks) else { return false }
    }
    if let object {
      guard check(schema, object, index, marks) else { return false }
    }
    if let rest, let marks, misses == before {
      guard checkRest(rest, index, marks) else { return false }
      outer?.formUnion(marks)
    }
    return true
  }

  /// Whether C can tell that a value is valid; always false for a thorough walk.
  func fits(_ rules: UnsafePointer<stubkit_plain_rules>, _ index: Int) -> Bool {
    isQuick && stubkit_fits_plainly(rules, raw, UInt32(index))
  }

  /// Checks a value inside the current one; returns false if the walk must end.
  @inline(never)  // Inlined, it would retain the schema once more.
  mutating func enter(_ schema: SchemaNode, _ index: Int) -> Bool {
    let outer = entry
    entry = around.count
    let holds = fits(schema, at: index)
    entry = outer
    return holds || !isQuick
  }

  /// Checks the unevaluated members or elements; returns false if the walk must end.
  private mutating func checkRest(
    _ schema: SchemaNode, _ index: Int, _ marks: SchemaMarks
  ) -> Bool {
    let isObject = nodes[index].isObject
    let end = Int(nodes[index].next)
    var (place, position) = (index + 1, 0)
    while place < end {
      let value = isObject ? place + 1 : place
      if !marks.isSeen[position] {
        if schema.rules.isNever {
          guard miss(schema, value, .unevaluated) else { return false }
        } else {
          guard enter(schema, value) else { return false }
        }
        marks.insert(position)
      }
      place = Int(nodes[value].next)
      position += 1
    }
    return true
  }

  /// Whether the value belongs to a member that a body of this direction must not have.
  private func isHidden(_ rules: SchemaRules, _ index: Int) -> Bool {
    guard index > 0, nodes[index - 1].isName else { return false }
    return rules.isReadOnly && direction == .request || rules.isWriteOnly && direction == .response
  }
}
