import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whatever a request, a file or a user holds: what is printed shows it, and it has no effect there.
struct PrintedTextTests {
  /// What turns, hides or breaks the text around it, or looks like an end of it.
  private static let parts: [String] = [
    "\n", "\r", "\r\n", "\u{0}", "\u{7}", "\u{8}", "\u{1B}[2K", "\u{7F}", "\u{85}", "\u{9B}31m",
    "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{200E}", "\u{200B}",
    "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{61C}", "\u{180E}", "\u{115F}",
    "\u{3164}", "\u{FFA0}", "\u{34F}", "\u{FE0F}", "\u{E0041}", "\u{E0100}", "\u{17B5}", "\"",
    "\"\u{301}", "\\", "\\\u{301}", "\\(x)", "\\u{41}", "'", "*/", "a", "é", "👩‍👩‍👧", "❤️",
    "=", "&", "%0A", "%E2%80%AE", ";", "\nFORGED", "\u{2028}FORGED", "\r\nFORGED", "\u{85}FORGED",
  ]

  private static func nasty(_ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 1...6, using: &random))
      .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
  }

  /// What is wrong with a printed text; nil if it is harmless.
  private func fault(in text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    for (position, scalar) in scalars.enumerated() where scalar != "\n" {
      let isHarmful =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
      let follows = position > 0 && scalars[position - 1].properties.isEmoji
      let isEmoji =
        scalar.value == 0xFE0F && follows
        || scalar.value == 0x200D && position > 0
          && (follows || scalars[position - 1].value == 0xFE0F)
      if isHarmful, !isEmoji { return "U+\(String(scalar.value, radix: 16)) in \(text)" }
    }
    let isForged = text.split(separator: "\n").contains {
      $0.drop { $0 == " " }.hasPrefix("FORGED")
    }
    return isForged ? "a forged line in \(text)" : nil
  }

  /// The text that a Swift literal makes.
  private func value(ofLiteral literal: String) -> String? {
    var scalars = Array(literal.unicodeScalars)[...]
    guard scalars.popFirst() == "\"", scalars.popLast() == "\"" else { return nil }
    var text = ""
    while let scalar = scalars.popFirst() {
      guard scalar == "\\" else {
        guard scalar != "\"", scalar != "\n", scalar != "\r" else { return nil }
        text.unicodeScalars.append(scalar)
        continue
      }
      switch scalars.popFirst() {
      case "n": text += "\n"
      case "r": text += "\r"
      case "t": text += "\t"
      case "0": text += "\0"
      case "\"": text += "\""
      case "\\": text += "\\"
      case "u":
        guard scalars.popFirst() == "{", let end = scalars.firstIndex(of: "}"),
          let code = UInt32(String(String.UnicodeScalarView(scalars[..<end])), radix: 16),
          let scalar = Unicode.Scalar(code)
        else { return nil }
        text.unicodeScalars.append(scalar)
        scalars = scalars[(end + 1)...]
      default: return nil
      }
    }
    return text
  }

  private func isSame(_ one: String?, _ other: String) -> Bool {
    one.map { Array($0.utf8) == Array(other.utf8) } ?? false
  }

  @Test func `a literal makes the text that it was made of`() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<3_000 {
      let text = Self.nasty(&random)
      let literal = text.swiftLiteral
      #expect(isSame(value(ofLiteral: literal), text), "\(literal)")
      #expect(fault(in: literal) == nil)
    }
  }

  @Test func `printed JSON says the same, and data is as short as it can be`() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<1_000 {
      let json = StubJSON.object([Self.nasty(&random): .array([.string(Self.nasty(&random))])])
      #expect(fault(in: json.description) == nil)
      #expect(fault(in: json.swiftLiteral) == nil)
      #expect(try StubJSON(parsing: Data(json.description.utf8)) == json)
      #expect(try StubJSON(parsing: json.data) == json)
    }
    #expect(StubJSON.string("\u{200B}").description == #""\u200b""#)
    #expect(StubJSON.string("\u{E0041}").description == #""\udb40\udc41""#)
    #expect(StubJSON.string("\u{200B}").data == Data("\"\u{200B}\"".utf8))
  }

  /// A matcher of every kind that takes a text.
  private func matchers(_ one: String, _ other: String) -> [RequestMatcher] {
    [
      isMethod(StubRequest.Method(rawValue: one)), isAbsoluteURLString(one),
      isScheme(one), isHost(one), isPath(one), absoluteURLStartsWith(one),
      absoluteURLMatches(one), hostMatches(one), containsQuery(one, other), hasBody(one),
      bodyMatches(one), hasMultipartPart(named: one, fileName: other, body: one),
      containsFormBody([one: other]), hasJsonBody(matching: [.matching(one), .value([one: 1])]),
      isGraphQLOperation(one, variables: [other: .matching(one)]),
      pathStartsWith(one), pathEndsWith(one), isExtension(one), pathMatches(one),
      isPathTemplate("/\(one)/{id}"), containsQuery([one: other]),
      hasExactQuery([one: other]), queryMatches(one, other), lacksQuery(one), hasHeaderNamed(one),
      hasHeaderNamed(one, value: other), headerMatches(one, other), lacksHeaderNamed(one),
      hasBasicAuth(user: one, password: other), hasBearerToken(one), hasCookie(one, value: other),
      hasBody(Data(one.utf8)), bodyContains(one),
      hasJsonBody(.object([one: .string(other)])), containsJson(.object([one: .string(other)])),
      hasFormBody([one: other]),
      isGraphQLOperation(one), satisfies(one) { _ in false },
    ]
  }

  private func request(_ random: inout SeededRandom) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "http://a.test/x")))
    request.httpMethod = Self.nasty(&random)
    var components = URLComponents(string: "http://a.test") ?? URLComponents()
    components.path = "/" + Self.nasty(&random)
    components.queryItems = [URLQueryItem(name: Self.nasty(&random), value: Self.nasty(&random))]
    request.url = components.url
    request.setValue(Self.nasty(&random), forHTTPHeaderField: "X-Nasty")
    request.setValue(Self.nasty(&random), forHTTPHeaderField: Self.nasty(&random))
    request.setValue(
      ["application/json", "application/x-www-form-urlencoded"].randomElement(using: &random),
      forHTTPHeaderField: "Content-Type")
    let (one, other) = (Self.nasty(&random), Self.nasty(&random))
    request.httpBody =
      Bool.random(using: &random)
      ? StubJSON.object([one: .string(other)]).data : Data("\(one)=\(other)".utf8)
    return request
  }

  @Test func `reports, results, events and logs`() throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<25 {
      let request = try request(&random)
      let snapshot = StubRequest(request)
      var texts = [
        "\(snapshot)", "\(snapshot.method)", "\(snapshot.headers)",
        "\(StubEvent(kind: .redirected, request: snapshot, redirectURL: request.url))",
        "\(StubEvent(kind: .finished, request: snapshot, error: URLError(.timedOut, Self.nasty(&random))))",
      ]
      let registry = StubRegistry()
      for matcher in matchers(Self.nasty(&random), Self.nasty(&random)) {
        let stub = registry.stub(
          condition: matcher, named: Self.nasty(&random), fileID: "T/\(Self.nasty(&random))",
          response: .text(Self.nasty(&random), headers: ["Content-Type": Self.nasty(&random)]))
        texts += ["\(matcher)", "\(matcher.evaluate(snapshot))", "\(stub)", stub.title]
        texts += [matcher.mistake, StubIssue(aboutMistakeOf: stub)?.text].compactMap(\.self)
        texts += matcher.evaluate(snapshot).leaves.flatMap { [$0.expression, $0.found] }
        if matcher.mistake != nil { stub.remove() }
        if stub.rank.number % 7 == 0 {
          let only = StubRegistry()
          only.stub(condition: matcher, response: .hang)
          texts.append(only.explain(request))
        }
      }
      texts.append(registry.explain(request))
      let exchange = registry.logUnmatched(snapshot)
      registry.conclude(exchange, .unmatched, error: URLError(.unknown, registry.explain(request)))
      texts += registry.exchanges.map { "\($0)" }
      texts += registry.issues.map(\.text)
      do { try registry.verify() } catch { texts.append("\(error)") }
      for text in texts { #expect(fault(in: text) == nil) }
    }
  }

  private struct Foreign: Error, CustomStringConvertible {
    let description: String
  }

  @Test func `errors of files, of responses and of others`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<300 {
      let (one, other) = (Self.nasty(&random), Self.nasty(&random))
      let har = StubJSON.object([
        "log": ["entries": [.object([one: .string(other), "request": .string(one)])]]
      ])
      var texts: [String] = [
        ArchiveError(one, at: other, file: one).description.components(separatedBy: "\n")[0],
        URLError(.unknown, "\u{202E}\(one)").localizedDescription.components(separatedBy: "\n")[0],
        "\(StubResponse.status(200, headers: ["Content-Type": one]))",
        StubResponse.status(200, headers: [one: other]).complaint() ?? "",
        try HARArchive(parsing: har.data).remarks.joined(),
      ]
      for (parse, text): ((Data) throws -> Any, String) in [
        ({ try HARArchive(parsing: $0, isStrict: true) }, har.description),
        ({ try HTTPMessage(parsing: $0) }, "HTTP/1.1 200 \(one)\n\(other)\n\n"),
        ({ try HTTPMessage(parsing: $0) }, one), ({ try Mocktail(parsing: $0) }, one),
        ({ try Mocktail(parsing: $0) }, "GET\n(\(other)\n\(one)\n\(one)"),
        ({ try StubJSON(parsing: $0) }, "{\"a\":\(one)"),
      ] {
        do { _ = try parse(Data(text.utf8)) } catch { texts.append(error.localizedDescription) }
      }
      let registry = StubRegistry()
      let stub = registry.stub(condition: anyRequest(), response: .hang)
      let snapshot = StubRequest(try request(&random))
      var exchange = StubExchange(request: snapshot, stub: stub, start: .zero)
      exchange.outcome = .threw
      exchange.error = Foreign(description: one)
      texts.append(StubIssue(about: exchange).text)
      for text in texts { #expect(fault(in: text) == nil) }
    }
  }
}
