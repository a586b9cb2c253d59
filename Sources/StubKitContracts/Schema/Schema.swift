import Dispatch
import Foundation
import StubKit

/// A compiled schema.
struct Schema: Sendable {
  let node: SchemaNode
  /// Whether dynamic references depend on the schemas that a check goes through.
  let isScoped: Bool
  /// Keeps the schemas that this one refers to.
  let library: SchemaLibrary

  /// The schema's path in its document.
  var path: String { node.path }

  /// What is wrong with a body of JSON.
  ///
  /// - Parameters:
  ///   - direction: Which way the body goes; nil if `readOnly` and `writeOnly` do not matter.
  ///   - limit: How many problems are listed; the others are only counted.
  /// - Complexity: O(*n*), if the schema's alternatives do not multiply the work.
  func problems(
    in body: Data, direction: SchemaDirection? = nil, limit: Int = 10
  ) -> SchemaProblems {
    guard let tape = JSONTape(body) else {
      return SchemaProblems(of: path, sentence: "not JSON: \(Self.reason(for: body))")
    }
    return problems(in: tape, direction: direction, limit: limit)
  }

  /// What is wrong with a value, such as that of a parameter.
  func problems(
    in value: StubJSON, direction: SchemaDirection? = nil, limit: Int = 10
  ) -> SchemaProblems {
    problems(in: value.data, direction: direction, limit: limit)
  }

  private func problems(
    in tape: JSONTape, direction: SchemaDirection?, limit: Int
  ) -> SchemaProblems {
    var quick = SchemaWalk(
      of: tape, against: self, direction: direction, limit: 0, isQuick: true,
      deepest: Self.safeDepth)
    if quick.check(node, 0) { return .none }
    return thorough(tape, direction: direction, limit: limit, deepest: Self.safeDepth)
      ?? DeepStack.run {
        thorough(tape, direction: direction, limit: limit, deepest: Self.mostDepth)
      }
      ?? SchemaProblems(
        of: path, sentence: "too deep or too complicated to be checked against the schema",
        isGivenUp: true)
  }

  /// The problems that the thorough walk finds; nil if the walk took too long or went too deep.
  func thorough(
    _ tape: JSONTape, direction: SchemaDirection?, limit: Int, deepest: Int = safeDepth
  ) -> SchemaProblems? {
    var walk = SchemaWalk(
      of: tape, against: self, direction: direction, limit: limit, isQuick: false,
      deepest: deepest)
    _ = walk.check(node, 0)
    return walk.isGivenUp ? nil : SchemaProblems(first: walk.problems, count: walk.count)
  }

  /// How deep schemas may be nested on any thread, and on a thread with a deep stack.
  static let safeDepth = 64
  private static let mostDepth = 16 * StubJSON.nestingLimit

  private static func reason(for body: Data) -> String {
    do {
      _ = try StubJSON(parsing: body)
      return "the text cannot be read"
    } catch {
      return "\(error)"
    }
  }
}

extension SchemaProblems {
  fileprivate init(of path: String, sentence: String, isGivenUp: Bool = false) {
    let problem = SchemaProblem(
      place: "the body", sentence: sentence, discreetSentence: sentence, schema: path)
    self.init(first: [problem], count: 1, isGivenUp: isGivenUp)
  }
}
