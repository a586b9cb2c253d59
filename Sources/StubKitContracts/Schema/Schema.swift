import Dispatch
import Foundation
import StubKit

/// A compiled schema.
struct Schema: Sendable {
  let node: SchemaNode
  /// Whether a `$dynamicRef` makes the result depend on the schemas that enclose the current one.
  let isScoped: Bool
  /// Kept alive here, because a library that is deallocated empties all its schemas.
  let library: SchemaLibrary

  var path: String { node.path }

  /// The mismatches between a JSON body and the schema; those beyond `limit` are only counted.
  ///
  /// With a `direction` of nil, `readOnly` and `writeOnly` do not matter.
  /// - Complexity: O(*n*), if the schema's alternatives do not multiply the work.
  func problems(
    in body: Data, direction: SchemaDirection? = nil, limit: Int = 10
  ) -> SchemaProblems {
    guard let tape = JSONTape(body) else {
      return SchemaProblems(of: path, sentence: "not JSON: \(Self.reason(for: body))")
    }
    return problems(in: tape, direction: direction, limit: limit)
  }

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
    if quick.fits(node, at: 0), !quick.isGivenUp, !quick.isUnknown { return .none }
    return thorough(tape, direction: direction, limit: limit, deepest: Self.safeDepth)
      ?? DeepStack.run {
        thorough(tape, direction: direction, limit: limit, deepest: Self.mostDepth)
      }
      ?? SchemaProblems(
        of: path, sentence: "too deep or too complicated to be checked against the schema",
        isGivenUp: true)
  }

  /// Nil if the walk took too many steps or went too deep.
  func thorough(
    _ tape: JSONTape, direction: SchemaDirection?, limit: Int, deepest: Int = safeDepth
  ) -> SchemaProblems? {
    var walk = SchemaWalk(
      of: tape, against: self, direction: direction, limit: limit, isQuick: false,
      deepest: deepest)
    _ = walk.fits(node, at: 0)
    return walk.isGivenUp ? nil : SchemaProblems(first: walk.problems, count: walk.count)
  }

  /// How deep schemas may be nested on any thread; `mostDepth` is for a thread with a deep stack.
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
      place: "the body", sentence: sentence, discreetSentence: sentence, schema: path,
      isGivenUp: isGivenUp)
    self.init(first: [problem], count: 1)
  }
}
