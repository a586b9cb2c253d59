import Foundation
import StubKit

/// Matchers of every kind, nested at random, from a vocabulary that random requests share.
struct RandomMatcher {
  private typealias Make = @Sendable (inout SeededGenerator) -> RequestMatcher

  /// A matcher of up to `depth` levels of combination.
  static func make(_ generator: inout SeededGenerator, depth: Int = 3) -> RequestMatcher {
    switch depth > 0 ? generator.next() % 8 : 7 {
    case 0, 1, 2: make(&generator, depth: depth - 1) && make(&generator, depth: depth - 1)
    case 3: make(&generator, depth: depth - 1) || make(&generator, depth: depth - 1)
    case 4: !make(&generator, depth: depth - 1)
    default: generator.pick(generator.pick([leaves, common]))(&generator)
    }
  }

  /// A conjunction as people write it.
  static func ordinary(_ generator: inout SeededGenerator) -> RequestMatcher {
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

  private static let leaves: [Make] = [
    { _ in isMethodGET() }, { _ in isMethodPOST() }, { _ in isMethodPUT() },
    { _ in isMethodPATCH() }, { _ in isMethodDELETE() }, { _ in isMethodHEAD() },
    { isMethod(StubRequest.Method(rawValue: $0.pick(Vocabulary.methods)), "PROPFIND", .get) },
    { isAbsoluteURLString($0.pick(Vocabulary.urls)) },
    { isScheme($0.pick(["http", "HTTPS"])) },
    { isPort($0.pick([80, 443, 8080])) },
    { pathEndsWith($0.pick(["7", "s", "/", "é"])) },
    { isExtension($0.pick(["json", ".txt", ""])) },
    { pathMatches($0.pick(["^/users", "7$", "b"])) },
    { containsQuery($0.pick(Vocabulary.words)) },
    {
      containsQuery([
        $0.pick(Vocabulary.words): $0.pick(Vocabulary.values),
        "x": $0.pick(Vocabulary.values),
      ])
    },
    {
      let item = URLQueryItem(name: $0.pick(Vocabulary.words), value: $0.pick(Vocabulary.values))
      return containsQuery(item, item)
    },
    { hasExactQuery([$0.pick(Vocabulary.words): $0.pick(Vocabulary.values)]) },
    { _ in hasExactQuery([:]) },
    { queryMatches($0.pick(Vocabulary.words), $0.pick(["1", "^$", "a"])) },
    { lacksQuery($0.pick(Vocabulary.words)) },
    { hasHeaderNamed($0.pick(Vocabulary.headers)) },
    { headerMatches($0.pick(Vocabulary.headers), $0.pick(["a", "1"])) },
    { lacksHeaderNamed($0.pick(Vocabulary.headers)) },
    { hasBasicAuth(user: "u", password: $0.pick(["p", "q"])) },
    { hasBearerToken($0.pick(["t", "u"])) },
    { hasCookie($0.pick(["a", "b"])) }, { hasCookie("a", value: $0.pick(["1", "2"])) },
    { hasBody(Data($0.pick(Vocabulary.bodies).utf8)) },
    { bodyContains($0.pick(["a", "1", ""])) },
    { hasJsonBody(["a": .integer(Int($0.next() % 2))]) },
    { containsJson(["a": .integer(Int($0.next() % 2))]) },
    { hasFormBody(["a": $0.pick(["1", "2"])]) },
    { isGraphQLOperation($0.pick(["Q", "R"])) },
    { _ in anyRequest() },
    { generator in
      let path = generator.pick(Vocabulary.paths)
      return satisfies("the path is \(path)") { $0.path == path }
    },
  ]
}
