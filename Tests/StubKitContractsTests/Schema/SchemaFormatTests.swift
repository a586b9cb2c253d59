import StubKit
import Testing

@testable import StubKitContracts

@Suite struct SchemaFormatTests {
  static let label63 = String(repeating: "a", count: 63)

  @Test(
    arguments: [
      (
        .date, ["2024-02-29", "2000-02-29", "0001-12-31"],
        [
          "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-1-1", "2024-01-32",
          "2024-01-01T", "", "२०२४-01-01",
        ]
      ),
      (
        .time, ["10:30:00Z", "23:59:60Z", "23:59:59.123+01:30", "00:59:60+01:00", "10:30:00z"],
        [
          "10:30:00", "10:30Z", "24:00:00Z", "10:60:00Z", "12:00:60Z", "10:30:00.Z",
          "10:30:00+24:00", "10:30:00+0100", "10:30:00ZZ",
        ]
      ),
      (
        .dateTime, ["2024-01-31T10:30:00Z", "2024-01-31t10:30:00.5-08:00"],
        ["2024-01-31 10:30:00Z", "2024-01-31T10:30:00", "2024-02-30T10:30:00Z", "2024-01-31"]
      ),
      (
        .uuid, ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"],
        [
          "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g", "",
          "{23e4567-e89b-12d3-a456-426614174000",
        ]
      ),
      (
        .uri, ["https://example.com/a?b=c#d", "urn:isbn:1", "mailto:a@b.c", "http://[::1]:80/"],
        [
          "/a", "a b:c", "http://a b", "http://a/%2", "1a:b", "://a", "http://a/ä", "",
          "http://a#b#c",
        ]
      ),
      (
        .uriReference, ["", "/a/b", "a?b", "#c", "//host/a", "https://a"],
        ["a b", "%zz", "1:2", "\\a", "a|b"]
      ),
      (
        .email,
        [
          "a@b", "a.b+c@example.com", "\"a b\"@example.com", "\"a\\\" \\\\b\"@example.com",
          "a@[127.0.0.1]", "a@[IPv6:::1]",
        ],
        [
          "a", "@b", "a@", ".a@b.c", "a.@b.c", "a..b@c.d", "a b@c.d", "a@-b.c", "a@b..c",
          "\"a@b.c", "\"\\\u{7}\"@b.c", "\"\\\"@b.c",
        ]
      ),
      (
        .hostname, ["example.com", "a", "a-1.b", label63],
        ["", "-a.b", "a-.b", "a..b", "a_b.c", "a.", label63 + "a"]
      ),
      (
        .ipv4, ["127.0.0.1", "0.0.0.0", "255.255.255.255"],
        ["256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.", "a.b.c.d", ""]
      ),
      (
        .ipv6,
        [
          "::", "::1", "1::", "1:2:3:4:5:6:7:8", "::ffff:127.0.0.1", "1:2:3:4:5:6:1.2.3.4",
          "fe80::1:2",
        ],
        [
          "", ":", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":1::2",
          "1:2:3:4:5:6:7:8::", "12345::", "::1.2.3", "1:::2", "fe80::1%eth0", "1:", "::g",
        ]
      ),
      (
        .byte, ["", "YQ==", "YWI=", "YWJj", "+/+/"],
        ["YQ", "YQ=", "Y===", "YW Jj", "YQ==YQ==", "_-_-"]
      ),
    ] as [(SchemaFormat, [String], [String])])
  func `a format lets its texts through`(
    format: SchemaFormat, good: [String], bad: [String]
  ) throws {
    let library = try SchemaLibrary(#"{"format": "\#(format.rawValue)"}"#, dialect: .openAPI30)
    let schema = library.schema(at: [])
    for text in good { #expect(schema.problems(in: .string(text)).isEmpty, "\(text)") }
    for text in bad {
      #expect(
        schema.problems(in: .string(text)).first.map(\.sentence) == [
          "expected \(format.phrase), found \(text.shortened(to: 60).swiftLiteral)"
        ])
    }
    #expect(schema.problems(in: 1).isEmpty)
  }

  private static let patterns: [(String, String, Bool)] = [
    ("", "", true), ("", "a", true), ("a.c", "abc", true), ("a.c", "a\nc", false),
    ("a.c", "a\u{85}c", true), ("^a$", "a\n", false), ("[^]", "\n", true), ("[]", "a", false),
    ("\\p{L}", "é", true), ("\\u{1F600}", "😀", true), ("[\\d-]+$", "-1", true),
    ("^[^\\d]$", "٣", true), ("^\\W$", "é", true), ("^[\\D]$", "1", false), ("\\/", "/", true),
    ("^(?<a>x)\\k<a>$", "xx", true), ("^a{2}$", "aa", true), ("é", "É", false),
    ("^[\\w-z]+$", "a-b", true), ("^[\\w-.]+$", "a.b-c", true), ("^[a-\\d]+$", "a-1", true),
    ("^[a-\\d]+$", "b", false), ("^[a-c\\s-]+$", "b -", true), ("^[a\\-c]+$", "b", false),
    ("^[+--]+$", "+,-", true), ("^[+--]$", ".", false), ("^[!--]$", "#", true),
    ("^[ --]$", "!", true),
    ("^[--a]+$", "-Za", true), ("^[--a]$", "b", false), ("^[^--]$", "a", true),
    ("^[^--]$", "-", false),
    ("^[a-z--a]+$", "aZ", true), ("^[\\p{L}-.]+$", "é-.", true), ("^[\\x41-\\x43]$", "B", true),
    ("^[a&&b]+$", "a&b", true), ("^[[]+$", "[", true), ("^[^-a]$", "b", true),
    ("^[\\u0061-c]+$", "b", true),
  ]

  @Test(arguments: patterns)
  func `a pattern means what it means in ECMAScript`(
    pattern: String, text: String, isFound: Bool
  ) throws {
    #expect(try #require(SchemaPattern(pattern)).isFound(in: text) == isFound)
  }

  private static let endless = String(repeating: "a", count: 40) + "b"

  @Test(arguments: [
    (#"{"pattern": "^(a+)+$"}"#, StubJSON.string(endless)),
    (#"{"patternProperties": {"^(a+)+$": false}}"#, .object([endless: 1])),
    (
      #"{"patternProperties": {"^(a+)+$": true}, "additionalProperties": false}"#,
      .object([endless: 1])
    ),
  ])
  func `a search that takes too long is given up, which is a remark`(
    schema: String, value: StubJSON
  ) throws {
    let problems = try SchemaLibrary(schema).schema(at: []).problems(in: value)
    let sentence = "the search for ^(a+)+$ took too long and was given up"
    #expect(problems.first.map { $0.sentence.hasSuffix(sentence) } == [true])
    var findings = FindingsOfSide()
    findings.add(problems)
    #expect(findings.isRemark)
  }

  @Test func `a search that is given up hides no other problem`() throws {
    let library = try SchemaLibrary(#"{"pattern": "^(a+)+$", "minLength": 99}"#)
    let problems = library.schema(at: []).problems(in: .string(Self.endless))
    #expect(problems.first.map(\.isGivenUp) == [false, true])
  }

  @Test func `many searches that are given up are a remark, and hide no fault`() throws {
    let schema = try SchemaLibrary(#"{"items": {"type": "string", "pattern": "^(a+)+$"}}"#)
      .schema(at: [])
    func findings(_ values: [StubJSON]) -> FindingsOfSide {
      var findings = FindingsOfSide()
      findings.add(schema.problems(in: .array(values), limit: 2))
      return findings
    }
    let many = Array(repeating: StubJSON.string(Self.endless), count: 3)
    #expect(findings(many).isRemark)
    #expect(!findings(many + [7]).isRemark)
    #expect(findings(many + [7]).findings.first?.text == "[3]: expected a string, found 7")
  }

  @Test func `an alternative that is given up hides no other problem`() throws {
    let library = try SchemaLibrary(
      #"{"minLength": 99, "oneOf": [{"pattern": "^(a+)+$"}, {"type": "null"}]}"#)
    let problems = library.schema(at: []).problems(in: .string(Self.endless))
    #expect(problems.first.map(\.isGivenUp) == [false, true])
  }

  @Test func `an alternative that holds is enough beside one that is given up`() throws {
    let library = try SchemaLibrary(
      #"{"anyOf": [{"pattern": "^(a+)+$"}, {"type": "string"}]}"#)
    #expect(library.schema(at: []).problems(in: .string(Self.endless)).first.isEmpty)
  }

  @Test(arguments: [
    #"{"not": {"pattern": "^(a+)+$"}}"#, #"{"oneOf": [{"pattern": "^(a+)+$"}, {"type": "null"}]}"#,
  ])
  func `an alternative that is given up leaves the whole unknown`(schema: String) throws {
    let problems = try SchemaLibrary(schema).schema(at: []).problems(in: .string(Self.endless))
    #expect(problems.first.map(\.isGivenUp) == [true])
  }

  @Test func `a long text is searched longer`() throws {
    let pattern = try #require(SchemaPattern("^[A-Za-z0-9+/]*={0,2}$"))
    #expect(pattern.isFound(in: String(repeating: "QUJD", count: 60_000) + "!") == false)
  }
}
