import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the property tests draw from, so that a criterion nobody draws is seen.
@Suite struct RandomMatcherTests {
  private static let sources = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../Sources").standardizedFileURL

  @Test(arguments: RandomMatcher.leaves.indices)
  func `each random criterion matches some random requests and not others`(leaf: Int) throws {
    var generator = SeededRandom(seed: 5)
    var outcomes: Set<Bool> = []
    var last = anyRequest()
    for _ in 0..<4_000 where outcomes.count < 2 {
      last = RandomMatcher.leaves[leaf](&generator)
      outcomes.insert(last(RandomRequest.make(&generator)))
    }
    // It is random everywhere else whether a request is met.
    let matchesAll = last.description == "anyRequest()"
    #expect(outcomes.contains(true) == (last.mistake == nil), "\(last)")
    #expect(outcomes.contains(false) == !matchesAll, "\(last)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: sources.path), "needs the sources"))
  func `every criterion that is declared is drawn`() throws {
    var generator = SeededRandom(seed: 5)
    var drawn: Set<String> = []
    for make in RandomMatcher.leaves {
      if case .criterion(let criterion) = make(&generator).expression {
        drawn.insert("\(type(of: criterion))")
      }
    }
    #expect(
      try Self.names(of: /(?:struct|class|enum) (\w+): Criterion\b/, in: "") == drawn)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: sources.path), "needs the sources"))
  func `every matcher that is a criterion is drawn`() throws {
    var generator = SeededRandom(seed: 5)
    let drawn = Set(
      RandomMatcher.leaves.map { String($0(&generator).description.prefix(while: \.isLetter)) })
    let declared = try Self.names(of: /public func (\w+)/, in: "StubKit/DSL/Matchers")
    // Another name for `containsQuery`, and the other methods.
    let others = try Self.names(
      of: /public func (is(?:Method)?[A-Z]{3,}|isMethod)\(/, in: "StubKit/DSL")
    #expect(declared.count > 20)
    #expect(declared.subtracting(others).subtracting(["containsQueryParams"]).isSubset(of: drawn))
  }

  private static func names(
    of declaration: some RegexComponent<(Substring, Substring)>, in folder: String
  ) throws -> Set<String> {
    let files = FileManager.default.enumerator(
      at: sources.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    var names: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", file.lastPathComponent != "OtherSpellings.swift" else {
        continue
      }
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: declaration) { names.insert(String(match.output.1)) }
    }
    return names
  }
}
