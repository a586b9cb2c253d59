import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each parser with the corpus of its fuzz target, and thousands of inputs that are nearly right.
///
/// `Fuzz/run` looks for more with the coverage as its guide. What it finds belongs in the corpus.
struct MutationTests {
  /// A parser as a test sees it: bytes in, nothing out, or an error that says where and why.
  struct Parser: Sendable, CustomTestStringConvertible {
    /// The name of the fuzz target.
    let name: String
    let dictionary: [String]
    let parse: @Sendable (Data) throws -> Void

    var testDescription: String { name }

    /// The inputs that are kept for it.
    var corpus: [[UInt8]] {
      get throws {
        let folder = try #require(
          Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Fixtures/Fuzzing")
        )
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          .map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) }
      }
    }
  }

  static let parsers = [
    Parser(
      name: "HTTPMessage",
      dictionary: [
        "\r\n", "\n\n", "HTTP/1.1 200 OK\n", "HTTP/2 100\n\n", ": ", "\t", "ffffffff", "0\r\n",
      ]
    ) { data in
      _ = StubResponse.httpMessage(data: data).resolved(turn: 0, to: .get)
      _ = try HTTPMessage(parsing: data)
    },
    Parser(
      name: "Mocktail", dictionary: ["\n", "(", ")", "[", "*", "\\", ";base64", "GET", "99999"]
    ) { data in
      let mocktail = try Mocktail(parsing: data)
      _ = mocktail.condition.description
      _ = mocktail.response.resolved(turn: 0, to: .get)
    },
    Parser(
      name: "HAR",
      dictionary: [
        "{", "}", "[", "]", "\"", "null", "-1", "1e308", "\"text\":", "\"encoding\":\"base64\"",
      ]
    ) { data in
      let archive = try HARArchive(parsing: data)
      for stub in try archive.stubs(matching: .standard, timing: .recorded) {
        _ = stub.response.resolved(turn: 1, to: .get)
      }
      #expect(try HARArchive(parsing: archive.data).json == archive.json)
    },
    Parser(
      name: "JSON",
      dictionary: ["[", "{", "\"", "\\u", "\\ud83d", "e", "-", "1e999", ",", ":", "\u{FEFF}"]
    ) { data in
      let json = try StubJSON(parsing: data)
      #expect(try StubJSON(parsing: json.data) == json)
    },
    Parser(name: "Form", dictionary: ["&", "=", "+", "%", "%zz", "%C3%A9"]) { data in
      let criterion = ItemsCriterion(
        .form, StubRequest.Form(data).items, allowingOthers: false)
      let request = URLRequest(url: URL(filePath: "/"))
      RequestProbe.examining(request, body: .seen(data), sight: .full) { probe in
        #expect(criterion.verdict(on: probe) == .yes)
      }
    },
    Parser(name: "Query", dictionary: ["?", "&", "=", "#", "%", "/", ":", "@", "[", "]", "99999"]) {
      data in
      Array(data).withUnsafeBufferPointer { bytes in
        let scanned = ScannedURL(scanning: bytes)
        _ = (scanned.schemeString, scanned.host, scanned.port, scanned.path)
        let total = QueryItem.grouping(scanned.queryItems).reduce(0) { $0 + $1.count }
        #expect(total == scanned.queryItems.count)
      }
    },
    Parser(name: "PathTemplate", dictionary: ["/", "{", "}", "{id}", "%2F", "?", "\n"]) { data in
      let parts = String(decoding: data, as: UTF8.self)
        .split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let criterion = try PathCriterion(parsingTemplate: String(parts[0]))
      let path = parts.count > 1 ? String(parts[1]) : "/"
      let url = URL(string: "http://a.test" + path) ?? URL(filePath: "/")
      _ = RequestMatcher(criterion).evaluate(StubRequest(URLRequest(url: url)))
    },
    Parser(name: "Inflater", dictionary: ["\u{1F}", "\0\0\0\0", "\u{78}\u{1}"]) { data in
      let output = try Inflater.inflate(data, in: .gzip, limit: 10_000)
      #expect(output.count <= 10_000)
    },
    Parser(
      name: "Parts", dictionary: ["--x", "--", "\r\n", "\n\n", "name=", "\"", "\\", ";", ": "]
    ) { data in
      let parts = try MultipartForm(of: data, boundary: "x").result.get()
      #expect(parts.reduce(0) { $0 + $1.body.count } <= data.count)
      for part in parts { #expect(!part.summary(upTo: 10).isEmpty) }
    },
    Parser(
      name: "GraphQL",
      dictionary: ["{", "}", "(", ")", "\"", "\"\"\"", "\\", "#", "@", "query ", "mutation", "on"]
    ) { data in
      let operations = GraphQLDocument(String(decoding: data, as: UTF8.self)).operations
      let again = operations.map { "\($0.kind.rawValue) \($0.name ?? "") { a }" }
      #expect(GraphQLDocument(again.joined(separator: " ")).operations == operations)
    },
    Parser(
      name: "Redaction", dictionary: ["\"", "\\", "{", "}", ":", "&", "=", "\"password\":"],
      parse: PlantedSecret.field),
    Parser(
      name: "Cookies", dictionary: [";", ",", "=", "\"", "sid=", " "], parse: PlantedSecret.cookie),
    Parser(
      name: "Multipart", dictionary: ["--x", "\r\n", "form-data; name=", "\"", "\r\n\r\n"],
      parse: PlantedSecret.part),
  ]

  @Test(arguments: parsers)
  func `nothing traps or hangs, and each error says what was expected`(parser: Parser) throws {
    var mutator = Mutator(seed: 20_250_302, dictionary: parser.dictionary)
    let corpus = try parser.corpus
    #expect(!corpus.isEmpty)
    var refused = 0
    for round in 0..<600 {
      let original = corpus[round % corpus.count]
      let bytes = round < corpus.count ? original : mutator.mutate(original)
      do {
        try parser.parse(Data(bytes))
      } catch {
        refused += 1
        check(error, from: parser, at: bytes.count)
      }
    }
    // A parser that takes everything, or nothing, would prove little.
    let takesAnything = ["Form", "Query", "GraphQL", "Redaction", "Cookies", "Multipart"].contains(
      parser.name)
    #expect(takesAnything ? refused == 0 : 0 < refused && refused < 600)
  }

  /// Errors are sentences of the parsers' own, with a place that is in the input.
  private func check(_ error: any Error, from parser: Parser, at count: Int) {
    switch error {
    case let error as ArchiveError:
      #expect(!error.reason.isEmpty)
      guard let place = error.place else {
        Issue.record("\(parser.name): no place in \(error)")
        return
      }
      if place.hasPrefix("byte ") {
        let offset = Int(place.dropFirst(5).prefix { $0.isNumber }) ?? .max
        #expect(offset <= count, "\(parser.name): \(error)")
      } else {
        #expect(place.hasPrefix("$"))
      }
    case let error as StubJSON.ParsingError:
      #expect(0...count ~= error.offset)
      #expect(!error.reason.isEmpty)
    case is MatcherMistake, is Inflater.Failure, is MultipartForm.Fault:
      #expect(!"\(error)".isEmpty)
    default:
      Issue.record("\(parser.name): not an error of its own: \(error)")
    }
  }

  @Test func `a few bytes that stand for many are stopped at the limit`() throws {
    // A thousand times a copy of 258 bytes from just before, in fixed codes: 11000101 and 00000.
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var bits = "110" + "10010001"
    for _ in 0..<1_000 { bits += "11000101" + "00000" }
    var bytes = head
    var rest = bits[...]
    while !rest.isEmpty {
      let byte = rest.prefix(8)
      bytes.append(byte.reversed().reduce(0) { $0 << 1 | ($1 == "1" ? 1 : 0) })
      rest = rest.dropFirst(8)
    }
    let error = #expect(throws: Inflater.Failure.self) {
      try Inflater.inflate(Data(bytes), in: .gzip, limit: 100_000)
    }
    #expect(error?.description == "it expands to more than 100000 bytes")
  }

  @Test func `deep nesting and long lines are no danger`() throws {
    let deep = Data((String(repeating: "[", count: 100_000)).utf8)
    #expect(throws: ArchiveError.self) { try HARArchive(parsing: deep) }
    let folded = "HTTP/1.1 200 OK\nA: b\n" + String(repeating: " c\n", count: 20_000)
    #expect(try HTTPMessage(parsing: Data(folded.utf8)).headers["A"]?.utf8.count == 40_001)
    let blocks = String(repeating: "HTTP/1.1 100 Continue\n\n", count: 5_000) + "HTTP/1.1 204\n\n"
    #expect(try HTTPMessage(parsing: Data(blocks.utf8)).status == 204)
    let huge = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nfffffffffffffff\nx"
    #expect(try HTTPMessage(parsing: Data(huge.utf8)).body.count == 17)
  }
}
