import Foundation

@testable import StubKit
@testable import StubKitRecording

extension RandomMatcher {
  /// Every criterion there is, in each of the forms in which it is written.
  static let leaves: [Make] = urls + queries + headers + bodies + others

  private static let urls: [Make] = [
    { _ in isMethodGET() }, { _ in isMethodPOST() }, { _ in isMethodPUT() },
    { _ in isMethodPATCH() }, { _ in isMethodDELETE() }, { _ in isMethodHEAD() },
    { isMethod(StubRequest.Method(rawValue: $0.pick(Vocabulary.methods)), "PROPFIND", .get) },
    { isMethod($0.pick(Vocabulary.methods)) },
    { isAbsoluteURLString($0.pick(Vocabulary.urls)) },
    { isAbsoluteURLString($0.pick(Vocabulary.urls), ignoringQuery: true) },
    { isGET($0.pick(Vocabulary.addresses)) }, { isPOST($0.pick(Vocabulary.addresses)) },
    { absoluteURLStartsWith($0.pick(["http://a.com/us", "https://api", "http://a.com", "x"])) },
    { absoluteURLMatches($0.pick(["users", "a=1"])) },
    { isScheme($0.pick(["http", "HTTPS"])) },
    { isHost($0.pick(Vocabulary.hosts)) },
    { hostMatches($0.pick(["^API", "com$", "b"])) },
    { isPort($0.pick([80, 443, 8080])) },
    { isPath($0.pick(Vocabulary.paths)) },
    { isPathTemplate($0.pick(Vocabulary.templates)) },
    { pathStartsWith($0.pick(Vocabulary.prefixes)) },
    { pathEndsWith($0.pick(["7", "s", "/", "é"])) },
    { isExtension($0.pick(["json", ".txt", ""])) },
    { pathMatches($0.pick(["^/users", "7$", "b"])) },
    { pathMatches($0.pick(["USERS", "B"]), options: .caseInsensitive) },
    { _ in pathMatches(/^\/users\/\d$/) },
  ]

  private static let queries: [Make] = [
    { containsQuery($0.pick(Vocabulary.words)) },
    { containsQuery($0.pick(Vocabulary.words), $0.pick(Vocabulary.values)) },
    { containsQuery($0.pick(Vocabulary.words), Int($0.next() % 2) + 1) },
    { containsQuery([$0.pick(Vocabulary.words): $0.pick(Vocabulary.values)]) },
    { containsQuery([$0.pick(Vocabulary.words): $0.pick(["1", nil]), "x": $0.pick(["2", ""])]) },
    {
      let item = URLQueryItem(name: $0.pick(["a", "b"]), value: $0.pick(["1", "2", nil]))
      return containsQuery(item, item)
    },
    { hasExactQuery([$0.pick(Vocabulary.words): $0.pick(Vocabulary.values)]) },
    {
      hasExactQuery(
        URLQueryItem(name: $0.pick(["a", "b"]), value: "1"),
        URLQueryItem(name: $0.pick(["a", "b"]), value: $0.pick(["1", "2", nil])))
    },
    { _ in hasExactQuery([:]) },
    { queryMatches($0.pick(Vocabulary.words), $0.pick(["1", "^$", "a"])) },
    { lacksQuery($0.pick(Vocabulary.words)) },
  ]

  private static let headers: [Make] = [
    { hasHeaderNamed($0.pick(Vocabulary.headers)) },
    { hasHeaderNamed($0.pick(["X-A", "x-B"]), value: $0.pick(Vocabulary.words)) },
    { headerMatches($0.pick(Vocabulary.headers), $0.pick(["a", "1"])) },
    { lacksHeaderNamed($0.pick(Vocabulary.headers)) },
    { hasBasicAuth(user: "u", password: $0.pick(["p", "q"])) },
    { hasBearerToken($0.pick(["t", "u"])) },
    { hasCookie($0.pick(["a", "b"])) },
    { hasCookie("a", value: $0.pick(["1", "2"])) },
  ]

  private static let bodies: [Make] = [
    { hasBody(Data($0.pick(Vocabulary.bodies).utf8)) },
    { hasBody($0.pick(Vocabulary.bodies)) },
    { bodyContains($0.pick(["a", "1", ""])) },
    { bodyMatches($0.pick(["a", "[0-9]", "^a="])) },
    { _ in bodyMatches(/a.1/) },
    { hasMultipartPart(named: $0.pick(["a", "b"]), body: $0.pick(["1", "2"])) },
    { hasMultipartPart(fileName: $0.pick(["f", "g"])) },
    { hasJsonBody(["a": .integer(Int($0.next() % 2))]) },
    { containsJson(["a": .integer(Int($0.next() % 2))]) },
    { hasJsonBody(matching: ["a": $0.pick([.anyNumber, .anyString, .unordered([1, 2])])]) },
    { containsJson(matching: ["a": $0.pick([.anything, .matching("^1"), [.anyNumber, 1]])]) },
    { containsFormBody(["a": $0.pick(["1", "2"])]) },
    { hasFormBody(["a": $0.pick(["1", "2"])]) },
    { _ in hasFormBody(URLQueryItem(name: "a", value: "1"), URLQueryItem(name: "a", value: "2")) },
    { isGraphQLOperation($0.pick(["Q", "R"])) },
    { isGraphQLOperation($0.pick(["Q", "R"]), variables: ["a": $0.pick([1, .anyString])]) },
    { _ in isGraphQLQuery() }, { _ in isGraphQLMutation() },
  ]

  private static let others: [Make] = [
    { _ in anyRequest() },
    { generator in
      let path = generator.pick(Vocabulary.paths)
      return satisfies("the path is \(path)") { $0.path == path }
    },
    { archived(value: $0.pick(["1", "REDACTED"])) },
    { archived(body: $0.pick([#"{"a": "REDACTED"}"#, #"{"a": 1}"#])) },
    { archived(names: $0.pick([.none, .some, .any])) },
    { _ in RequestMatcher(RootPathCriterion()) },
    { RequestMatcher(LastSlashCriterion(isThere: $0.pick([true, false]))) },
    { RequestMatcher(UnpackingCriterion(plain: BodyCriterion(containing: $0.pick(["a", "1"])))) },
    { RequestMatcher(ArchivedPathCriterion($0.pick(["/REDACTED", "/users/REDACTED"]))) },
    { methodMatches($0.pick(["^GET$", "^P"])) },
    { _ in RequestMatcher(RecordingExceptionCriterion()) },
    { isHost($0.pick(["", "a.com/x"])) }, { isGET($0.pick(["a.com/x", "https://a.com:x/"])) },
  ]

  private static func archived(value: String) -> RequestMatcher {
    RequestMatcher(ArchivedQueryCriterion(items: [QueryItem(name: "a", value: value, count: 1)]))
  }

  private static func archived(body: String) -> RequestMatcher {
    RequestMatcher(
      ArchivedBodyCriterion(
        ArchivedBody(.init(mimeType: "application/json", data: Data(body.utf8)))))
  }

  private static func archived(names kind: ArchivedNamesCriterion.Wanted.Kind) -> RequestMatcher {
    let names = ["users", "posts"].map { Array($0.utf8) }
    return RequestMatcher(
      ArchivedNamesCriterion(
        wanted: [.init(place: .path, kind: kind, names: ["users"])],
        names: ArchiveNames(names, in: [])))
  }

  private static func methodMatches(_ text: String) -> RequestMatcher {
    RequestMatcher(MethodPatternCriterion(pattern: pattern(text)))
  }

  private static func pattern(_ pattern: String) -> TextPattern {
    guard let expression = try? NSRegularExpression(pattern: pattern) else {
      preconditionFailure("\(pattern) is a pattern")
    }
    return TextPattern(expression)
  }
}
