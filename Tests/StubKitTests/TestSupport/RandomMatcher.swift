import Foundation

@testable import StubKit

/// Matchers of every kind, nested at random, from a vocabulary that random requests share.
struct RandomMatcher {
  typealias Make = @Sendable (inout SeededRandom) -> RequestMatcher

  /// A matcher of up to `depth` levels of combination.
  static func make(_ generator: inout SeededRandom, depth: Int = 3) -> RequestMatcher {
    switch depth > 0 ? generator.next() % 8 : 7 {
    case 0, 1, 2: make(&generator, depth: depth - 1) && make(&generator, depth: depth - 1)
    case 3: make(&generator, depth: depth - 1) || make(&generator, depth: depth - 1)
    case 4: !make(&generator, depth: depth - 1)
    default: generator.pick(generator.pick([leaves, common]))(&generator)
    }
  }

  /// A conjunction as people write it.
  static func ordinary(_ generator: inout SeededRandom) -> RequestMatcher {
    (0..<generator.next() % 3).reduce(generator.pick(common)(&generator)) { matcher, _ in
      matcher && generator.pick(common)(&generator)
    }
  }

  private static let common: [Make] = [
    { isHost($0.pick(Vocabulary.hosts)) },
    { isPath($0.pick(Vocabulary.paths)) },
    { isPathTemplate($0.pick(Vocabulary.templates)) },
    { pathStartsWith($0.pick(Vocabulary.prefixes)) },
    { isMethod(StubRequest.Method(rawValue: $0.pick(Vocabulary.methods))) },
    { containsQuery([$0.pick(Vocabulary.words): $0.pick(Vocabulary.values)]) },
    { hasHeaderNamed($0.pick(Vocabulary.headers), value: $0.pick(Vocabulary.words)) },
  ]
}
