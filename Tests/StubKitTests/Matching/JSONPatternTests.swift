import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct JSONPatternTests {
  @Test(
    arguments: [
      (.anything, "null", true), (.anything, "[1]", true), (.anything, "", false),
      (.anyString, #""a""#, true), (.anyString, "1", false), (.anyNumber, "1", true),
      (.anyNumber, "1.5", true), (.anyNumber, #""1""#, false), (.anyNumber, "true", false),
      (.anyBool, "true", true), (.anyBool, "false", true), (.anyBool, "0", false),
      (.matching("^a"), #""ab""#, true), (.matching("^a"), #""ba""#, false),
      (.matching("1"), "1", false), (.matching("A", options: .caseInsensitive), #""a""#, true),
      (.matching(/^a/), #""ab""#, true), (.value(["a": 1]), #"{"a": 1.0}"#, true),
      (["a": .anyNumber], #"{"a": 1}"#, true), (["a": .anyNumber], #"{"a": 1, "b": 2}"#, false),
      (["a": .anything], "{}", false), (["a": .anything], #"{"a": null}"#, true),
      (["a": 1, "b": .anyString], #"{"b": "x", "a": 1}"#, true),
      (["a": ["b": [1, .anyString]]], #"{"a": {"b": [1, "x"]}}"#, true),
      ([1, .anyString], #"[1, "x"]"#, true), ([1, .anyString], #"["x", 1]"#, false),
      ([1, .anyString], #"[1, "x", 2]"#, false), ([1, .anyString], "[1]", false),
      ([.anyString], #"{"0": "a"}"#, false), (["a": .anyNumber], "[1]", false),
      (.unordered([1, 2, 2]), "[2, 1, 2]", true), (.unordered([1, 2, 2]), "[2, 1, 1]", false),
      (.unordered([1]), "[1, 1]", false), (.unordered([]), "[]", true),
      (.unordered([1]), "1", false),
      // A greedy choice would be wrong in each of these.
      (.unordered([.anything, .anyString]), #"["a", 1]"#, true),
      (.unordered([.anything, .anyString, .matching("a")]), #"["a", "b", 1]"#, true),
      (.unordered([.anyString, .matching("[ab]"), .matching("a")]), #"["a", "b", "c"]"#, true),
      (.unordered([.anyString, .matching("a"), .matching("a")]), #"["a", "b", "c"]"#, false),
      (.unordered([["id": .anyNumber], ["id": 1]]), #"[{"id": 1}, {"id": 2}]"#, true),
      (.unordered([.unordered([1, 2]), [.anyNumber]]), "[[3], [2, 1]]", true),
    ] as [(JSONPattern, String, Bool)])
  func `hasJsonBody leaves places open`(
    pattern: JSONPattern, body: String, expected: Bool
  ) throws {
    #expect(hasJsonBody(matching: pattern)(try .to(body: body)) == expected)
    if expected { #expect(containsJson(matching: pattern)(try .to(body: body))) }
  }

  @Test(
    arguments: [
      (["a": .anyNumber], #"{"a": 1, "b": 2}"#, true),
      (["a": ["b": .anyString]], #"{"a": {"b": "x", "c": 1}, "d": 1}"#, true),
      (["a": ["b": 1], "c": .anyBool], #"{"a": {"b": 1, "x": 1}, "c": true}"#, true),
      (["a": .anyNumber], #"{"b": 1}"#, false),
      ([["a": .anyNumber]], #"[{"a": 1, "b": 2}]"#, false),
      (["l": .unordered([["a": .anyNumber]])], #"{"l": [{"a": 1, "b": 2}]}"#, false),
    ] as [(JSONPattern, String, Bool)])
  func `containsJson leaves members out, but for those in arrays`(
    pattern: JSONPattern, body: String, expected: Bool
  ) throws {
    #expect(containsJson(matching: pattern)(try .to(body: body)) == expected)
  }

  @Test(
    arguments: [
      (
        ["a": .anyNumber, "b": [1, .anyString]], #"{"a": "x", "b": [2, 3], "c": 0}"#,
        [
          #"$.a: expected .anyNumber, found "x""#, "$.b[0]: expected 1, found 2",
          "$.b[1]: expected .anyString, found 3", "$.c: expected nothing, found 0",
        ]
      ),
      (
        ["a": ["x": 1, "y": [2]], "b": .anything], #"{"a": {"x": 2, "y": []}}"#,
        [
          "$.a.x: expected 1, found 2", "$.a.y[0]: expected 2, found nothing",
          "$.b: expected .anything, found nothing",
        ]
      ),
      (.matching("^a"), #""b""#, [#"$: expected .matching("^a"), found "b""#]),
      (
        [["x": 1, "y": .anyBool]], #"["z"]"#,
        [#"$[0]: expected ["x": 1, "y": .anyBool], found "z""#]
      ),
      (.unordered(["a", "b", "c"]), #"["c", "d", "a"]"#, [#"$[1]: expected "b", found "d""#]),
      (.unordered(["a", "b"]), #"["b"]"#, [#"$[*]: expected "a", found nothing"#]),
      (
        .unordered(["a"]), #"["b", "a", "c"]"#,
        [#"$[0]: expected nothing, found "b""#, #"$[2]: expected nothing, found "c""#]
      ),
      (
        .unordered([["id": 1, "n": .anyString], ["id": 2, "n": .anyString]]),
        #"[{"id": 2, "n": 0}, {"id": 1, "n": "x"}]"#, ["$[0].n: expected .anyString, found 0"]
      ),
      (
        .unordered([.anyString, .anyString]), "3",
        ["$: expected .unordered([.anyString, .anyString]), found 3"]
      ),
    ] as [(JSONPattern, String, [String])])
  func `differences say the place, what is expected and what is found`(
    pattern: JSONPattern, body: String, lines: [String]
  ) throws {
    let matcher = hasJsonBody(matching: pattern)
    let leaf = try #require(matcher.evaluate(StubRequest(try .to(body: body))).leaves.first)
    #expect(leaf.found == lines.joined(separator: "; "))
  }

  @Test func `a report has a hint, and a line to paste`() throws {
    let registry = StubRegistry()
    registry.stub(
      condition: isHost("a.test") && isPath("/x") && hasJsonBody(matching: ["a": .anyNumber]),
      response: .hang)
    let request = try URLRequest.to(
      "https://a.test/x", method: "POST", body: #"{"a": 1, "b": 2}"#)
    let report = registry.explain(request)
    #expect(report.contains("$.b: expected nothing, found 2"), "\(report)")
    #expect(
      report.contains("containsJson(matching: …) matches a body that has at least this"),
      "\(report)")
    #expect(report.contains(#"hasJsonBody(["a": 1, "b": 2])"#), "\(report)")
  }

  @Test func `what cannot be read is a mistake`() {
    #expect(
      hasJsonBody(matching: ["a": [.unordered([.matching("(")])]]).mistake
        == #"hasJsonBody(matching: .matching("(")): this is not a valid regular expression"#)
    #expect(
      isGraphQLOperation("A", variables: ["a": .matching("(")]).mistake
        == #"isGraphQLOperation("A", variables: .matching("(")): "#
        + "this is not a valid regular expression")
    var deep = JSONPattern.anyString
    for _ in 0..<100_000 { deep = [deep] }
    #expect(
      containsJson(matching: deep).mistake
        == "containsJson(matching: …): nested more than 64 levels deep")
    #expect(deep.description == "…")
  }

  @Test func `what takes long is left open where everybody waits`() throws {
    let body = try #require(try URLRequest.to(body: #"{"a": "b"}"#).httpBody)
    func verdictsWhenRead(_ pattern: JSONPattern) throws -> [Verdict] {
      try [RequestProbe.Sight.guarded, .full].map { sight in
        let matcher = containsJson(matching: pattern)
        return RequestProbe.examining(try .to(), body: .seen(body), sight: sight) { probe in
          probe.askingUntilRead { matcher.verdict(on: probe) }
        }
      }
    }
    #expect(try verdictsWhenRead(["a": .anyString]) == [.yes, .yes])
    #expect(try verdictsWhenRead(["a": .matching("b")]) == [.open, .yes])
    #expect(try verdictsWhenRead(["a": .unordered([1, .anyNumber])]) == [.open, .no])
  }

  @Test func `a search that is given up says neither yes nor no`() throws {
    let body = #"{"a": "\#(String(repeating: "a", count: 60))!"}"#
    for condition in [
      !hasJsonBody(matching: ["a": .matching("^(a+)+$")]),
      hasJsonBody(matching: .unordered([.matching("^(a+)+$")])) || bodyMatches("^\\{.*(a+)+$"),
    ] {
      let registry = StubRegistry(unmatched: .passThrough)
      registry.stub(condition: anyRequest(), expected: .any, response: .text("older"))
      registry.stub(condition: condition, expected: .any, response: .text("slow"))
      let request = try URLRequest.to("http://slow.test/", method: "POST", body: body)
      let decision = registry.decide(request, body: request.httpBody)
      guard case .refused(let refused, _) = decision else {
        Issue.record("The decision was \(decision)")
        continue
      }
      #expect(registry.explain(refused).contains("took so long that it was given up"))
    }
  }

  @Test(
    arguments: [
      (["id": 7, "text": .matching("^(a+)+$")], #""~""#),
      // The second pattern may fit the first element, and the first one the second.
      (
        [
          "id": 7,
          "text": .unordered([
            ["a": .matching("^b"), "n": .anything], ["a": .matching("^b(a+)+$"), "n": .anyNumber],
          ]),
        ],
        #"[{"a": "b~", "n": 1}, {"a": "b", "n": "x"}]"#
      ),
    ] as [(JSONPattern, String)])
  func `a report does not call different what took too long to compare`(
    pattern: JSONPattern, text: String
  ) throws {
    let long = text.replacing("~", with: String(repeating: "a", count: 60) + "!")
    let request = try URLRequest.to(method: "POST", body: #"{"id": 8, "text": \#(long)}"#)
    let line = hasJsonBody(matching: pattern).evaluate(StubRequest(request)).description
    #expect(line.hasSuffix(": $.id: expected 7, found 8"), "\(line)")
  }

  @Test func `unordered places in each other are asked no more often than need be`() throws {
    var (pattern, text) = (JSONPattern.unordered([1, 2, .anyNumber]), "[3, 2, 5]")
    for _ in 0..<7 {
      pattern = .unordered([pattern, pattern, pattern])
      text = "[\(text), \(text), \(text)]"
    }
    #expect(try !hasJsonBody(matching: pattern)(URLRequest.to(body: text)))
  }

  @Test func `of many elements not all are compared for a report`() throws {
    for (count, isComplete) in [(400, true), (600, false)] {
      let pattern =
        [
          "a": .unordered((0..<count).map { .matching("^\($0)$") }), "b": 1,
        ] as JSONPattern
      let found: StubJSON = [
        "a": .array((1...count).map { .string("\($0)") }), "b": 2,
      ]
      var searches = 0
      let differences = JSONDifferences(
        of: found, from: pattern, isSubset: false,
        searching: { pattern, text in
          searches += 1
          return Verdict(pattern.description == "\"^\(text)$\"")
        })
      #expect(searches < 200_000)
      #expect(differences.isComplete == isComplete)
      let first =
        isComplete
        ? "$.a[399]: expected .matching(\"^0$\"), found \"400\""
        : "$.a: expected 600 elements in any order, found 600, too many to say here which of them fit"
      #expect(differences.first == [first, "$.b: expected 1, found 2"])
    }
  }

  @Test func `a pattern that many elements fit, and not enough, is told at once`() throws {
    let count = 300
    let found = (0..<count).map { $0 % 2 == 0 ? "x" : StubJSON.integer($0) }
    let match = UnorderedMatch(
      Array(repeating: .anyNumber, count: count), with: found
    ) { _, _ in .no }
    #expect(match.verdict == .no)
    #expect(match.elementOfPattern.count { $0 == nil } == count / 2)
  }

  @Test(arguments: [true, false])
  func `no more pairs are asked about than the pairing takes`(isForVerdict: Bool) {
    let count = 300
    var searches = 0
    let match = UnorderedMatch(
      Array(repeating: .matching("a"), count: count),
      with: (0..<count).map { $0 == 0 ? "x" : "a" }, isForVerdict: isForVerdict
    ) { _, text in
      searches += 1
      return Verdict(text == "a")
    }
    #expect(match.verdict == .no)
    #expect(match.elementOfPattern.count { $0 == nil } == 1)
    #expect(searches < 5 * count)
  }

  @Test func `as many are paired as can be`() {
    var generator = SeededRandom(seed: 7)
    let words: [StubJSON] = ["a", "ab", "b", "c", 1, 2]
    let patterns: [JSONPattern] = [
      "a", .matching("a"), .matching("b"), .anyString, .anything, 1, .anyNumber, "ab",
    ]
    for _ in 0..<2_000 {
      let count = Int(generator.next() % 5)
      let wanted = (0..<count).map { _ in generator.pick(patterns) }
      let found = (0..<count).map { _ in generator.pick(words) }
      let search = { (pattern: TextPattern, text: String) -> Verdict in
        Verdict(pattern.description.contains("a") ? text.contains("a") : text.contains("b"))
      }
      let match = UnorderedMatch(wanted, with: found, searching: search)
      let best = Self.mostPairs(wanted, found[...], search)
      #expect(match.elementOfPattern.count { $0 != nil } == best, "\(wanted) \(found)")
      for (pattern, element) in match.elementOfPattern.enumerated() {
        guard let element else { continue }
        #expect(match.patternOfElement[element] == pattern)
        #expect(
          wanted[pattern].verdict(on: found[element], isSubset: false, searching: search) == .yes)
      }
    }
  }

  /// Tries every way.
  private static func mostPairs(
    _ patterns: [JSONPattern], _ elements: ArraySlice<StubJSON>,
    _ search: (TextPattern, String) -> Verdict
  ) -> Int {
    guard let element = elements.first else { return 0 }
    let rest = elements.dropFirst()
    var best = mostPairs(patterns, rest, search)
    for index in patterns.indices
    where patterns[index].verdict(on: element, isSubset: false, searching: search) == .yes {
      var others = patterns
      others.remove(at: index)
      best = max(best, 1 + mostPairs(others, rest, search))
    }
    return best
  }
}
