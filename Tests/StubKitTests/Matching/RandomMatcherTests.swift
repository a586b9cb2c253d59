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
    #expect(try Self.declaredCriteria() == drawn)
  }

  private static func declaredCriteria() throws -> Set<String> {
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?:struct|class) (\w+): (?:Exact)?Criterion\b/) {
        names.insert(String(match.output.1))
      }
    }
    return names
  }
}
