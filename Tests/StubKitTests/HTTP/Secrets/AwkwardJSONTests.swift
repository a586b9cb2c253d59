import Foundation
import Testing

@testable import StubKit

/// What the standard redaction makes of JSON whose strings look like anything but what they are.
struct AwkwardJSONTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["STUBKIT_AWKWARD_ROUNDS"].flatMap(Int.init) ?? 1_000

  @Test func `it loses its secrets, and is JSON of the same shape`() throws {
    var generator = SeededGenerator(seed: 20_261_121)
    for round in 0..<Self.rounds {
      let json = AwkwardJSON.object(depth: 3, using: &generator)
      var redactor = Redactor(.standard)
      let body = redactor.body(json.data, type: nil, isRequest: round % 2 == 0)
      let comment = "\(round): \(json)\n\(String(decoding: body, as: UTF8.self))"
      for secret in AwkwardJSON.secrets {
        #expect(body.range(of: Data(secret.utf8)) == nil, "\(comment)")
      }
      let redacted = try? StubJSON(parsing: body)
      #expect(redacted.map(AwkwardJSON.names) == AwkwardJSON.names(in: json), "\(comment)")
    }
  }
}

/// Makes JSON with names and strings of pieces that mean something to somebody.
enum AwkwardJSON {
  /// What is in the secrets, and nowhere else.
  static let secrets = ["horse", "\(number)"]
  private static let number = 51_966

  private static let pieces = [
    "pass", "password", "token", "key", "name", "value", "Bearer ", "form-data", "name=", "ann",
    ":", "=", "\"", "'", "\\", "\\u0022", "{", "}", "[", "]", ",", " ", "\n", "<", ">", "<pin>",
    "</pin>", "<input name=token value=", "<![CDATA[", "]]>", "&", ";", "%22", "%", "://", "@", "/",
    "?", "#", "--x", "\u{1}", "é", "5", "1234",
  ]

  /// An object with some secrets.
  static func object(depth: Int, using generator: inout SeededGenerator) -> StubJSON {
    var members: [String: StubJSON] = [:]
    for _ in 0...(generator.next() % 4) {
      if generator.next() % 3 == 0 {
        let name = generator.pick(["password", "Token", "client_secret", "apiKey", "tokens"])
        let secret = StubJSON.string(
          text(using: &generator) + " horse " + text(using: &generator))
        members[name] = name == "tokens" ? [secret, .integer(number), secret] : secret
      } else {
        members[text(using: &generator)] = value(depth: depth - 1, using: &generator)
      }
    }
    return .object(members)
  }

  private static func value(depth: Int, using generator: inout SeededGenerator) -> StubJSON {
    switch generator.next() % (depth > 0 ? 9 : 6) {
    case 0: .integer(5)
    case 1: .bool(true)
    case 2: .string(text(using: &generator) + "-----BEGIN A-----" + text(using: &generator))
    case 6: object(depth: depth, using: &generator)
    case 7: .array((0..<3).map { _ in value(depth: depth - 1, using: &generator) })
    case 8: .string(written(object(depth: depth, using: &generator), using: &generator))
    default: .string(text(using: &generator))
    }
  }

  /// JSON as a text, on one line or on several.
  private static func written(_ json: StubJSON, using generator: inout SeededGenerator) -> String {
    guard generator.next() % 2 == 0,
      let object = try? JSONSerialization.jsonObject(with: json.data),
      let data = try? JSONSerialization.data(withJSONObject: object, options: .prettyPrinted)
    else { return json.description }
    return String(decoding: data, as: UTF8.self)
  }

  private static func text(using generator: inout SeededGenerator) -> String {
    generator.pieces(of: pieces, upTo: 4)
  }

  /// The names of all members, in order.
  static func names(in json: StubJSON) -> [String] {
    switch json {
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { [$0.key] + names(in: $0.value) }
    case .array(let elements): elements.flatMap(names)
    default: []
    }
  }
}
