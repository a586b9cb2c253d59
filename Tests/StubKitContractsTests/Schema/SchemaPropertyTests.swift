import Foundation
import StubKit
import Testing

@testable import StubKitContracts

@Suite struct SchemaPropertyTests {
  private static func library(
    _ document: StubJSON, dialect: SchemaDialect = .draft202012
  ) -> SchemaLibrary {
    SchemaLibrary(
      document, at: URL(fileURLWithPath: "/contracts/random.json"), dialect: dialect,
      checksFormats: true
    ) { _ in throw SchemaLibrary.NoFile() }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `what is made of a random schema fits, and damage is found quickly and thoroughly`(
    seed: UInt64
  ) throws {
    var maker = RandomSchema(seed: seed)
    var made = 0
    for _ in 0..<6 {
      let document = maker.document()
      let library = Self.library(document)
      let schema = library.schema(at: [])
      for seed in [0, seed] {
        guard let value = try? schema.example(seed: seed, includesOptional: seed > 30) else {
          continue
        }
        made += 1
        #expect(schema.problems(in: value).isEmpty, "\(document)")
        #expect(try schema.example(seed: seed, includesOptional: seed > 30) == value)
        for _ in 0..<8 {
          Self.compare(schema, value.damaged(using: &maker.random), document)
        }
      }
      for _ in 0..<6 { Self.compare(schema, .random(using: &maker.random, depth: 3), document) }
    }
    #expect(made > 3)
  }

  /// Holds the quick walk against the thorough one.
  private static func compare(_ schema: Schema, _ value: StubJSON, _ document: StubJSON) {
    guard let tape = JSONTape(value) else { return }
    for direction in [nil, SchemaDirection.request] {
      var quick = SchemaWalk(
        of: tape, against: schema, direction: direction, limit: 0, isQuick: true,
        deepest: Schema.safeDepth)
      let isValid = quick.fits(schema.node, at: 0)
      guard let problems = schema.thorough(tape, direction: direction, limit: 3) else {
        Issue.record("given up: \(value) against \(document)")
        continue
      }
      #expect(isValid == problems.isEmpty, "\(value) against \(document)")
      #expect(problems.first.count == min(3, problems.count))
    }
  }
}

extension StubJSON {
  /// The value with one place changed.
  fileprivate func damaged(using random: inout SeededRandom) -> StubJSON {
    switch self {
    case .array(var elements) where !elements.isEmpty && Int.random(in: 0...3, using: &random) > 0:
      let position = Int.random(in: 0..<elements.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: elements.remove(at: position)
      case 1: elements.append(elements[position])
      default: elements[position] = elements[position].damaged(using: &random)
      }
      return .array(elements)
    case .object(var members) where !members.isEmpty && Int.random(in: 0...3, using: &random) > 0:
      let name = members.keys.sorted().randomElement(using: &random) ?? ""
      switch Int.random(in: 0...4, using: &random) {
      case 0: members[name] = nil
      case 1: members["added"] = members[name]
      default: members[name] = members[name]?.damaged(using: &random)
      }
      return .object(members)
    default: return .random(using: &random, depth: 1)
    }
  }
}
