import Foundation
import Testing

@testable import StubKit

/// What the standard redaction makes of bodies whose texts look like anything but what they are.
struct AwkwardBodyTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["STUBKIT_AWKWARD_ROUNDS"].flatMap(Int.init) ?? 1_000

  @Test func `JSON loses its secrets, and keeps its shape`() {
    var generator = SeededRandom(seed: 20_261_121)
    for round in 0..<Self.rounds {
      let json = AwkwardJSON.object(depth: 3, using: &generator)
      let body = redacted(json.data, isRequest: round % 2 == 0)
      let comment = "\(round): \(json)\n\(String(decoding: body, as: UTF8.self))"
      for secret in AwkwardJSON.secrets {
        #expect(body.range(of: Data(secret.utf8)) == nil, "\(comment)")
      }
      let names = (try? StubJSON(parsing: body)).map(AwkwardJSON.names)
      #expect(names == AwkwardJSON.names(in: json), "\(comment)")
    }
  }

  @Test func `JSON amid anything gives its secrets away as they are`() {
    var generator = SeededRandom(seed: 20_261_121)
    for round in 0..<Self.rounds {
      let (text, secret) = AwkwardJSON.amidAnything(using: &generator)
      var redactor = Redactor(.standard)
      let body = redactor.body(Data(text.utf8), type: nil, isRequest: true)
      let comment = "\(round): \(text)\n\(String(decoding: body, as: UTF8.self))"
      #expect(body.range(of: Data("hor5e".utf8)) == nil, "\(comment)")
      let again = redactor.cleaner?.clean("again: \(secret)") ?? secret
      #expect(!again.contains("hor5e"), "\(comment)")
    }
  }

  @Test func `a form loses its secrets, and keeps its parts`() throws {
    var generator = SeededRandom(seed: 20_261_121)
    for round in 0..<Self.rounds {
      let form = AwkwardForm.text(using: &generator)
      let body = redacted(Data(form.utf8), isRequest: true)
      let comment = "\(round): \(form)\n\(String(decoding: body, as: UTF8.self))"
      #expect(body.range(of: Data("hor5e".utf8)) == nil, "\(comment)")
      #expect(try names(in: body) == names(in: Data(form.utf8)), "\(comment)")
    }
  }

  @Test func `markup loses its secrets`() {
    var generator = SeededRandom(seed: 20_261_121)
    for round in 0..<Self.rounds {
      let markup = AwkwardMarkup.element(depth: 3, using: &generator)
      let body = redacted(Data(markup.utf8), isRequest: false)
      let text = String(decoding: body, as: UTF8.self)
      #expect(!text.contains("hor5e"), "\(round): \(markup)\n\(text)")
    }
  }

  private func names(in form: Data) throws -> [String?] {
    try MultipartForm(of: form, boundary: "x").result.get().map(\.name)
  }

  private func redacted(_ body: Data, isRequest: Bool) -> Data {
    var redactor = Redactor(.standard)
    return redactor.body(body, type: nil, isRequest: isRequest)
  }
}

/// Makes JSON with names and strings of pieces that mean something to somebody.
private enum AwkwardJSON {
  /// What is in the secrets, and nowhere else.
  static let secrets = ["hor5e", "\(number)"]
  private static let number = 51_966

  private static let pieces = [
    "pass", "password", "token", "key", "name", "value", "Bearer ", "form-data", "name=", "ann",
    ":", "=", "\"", "'", "\\", "\\u0022", "{", "}", "[", "]", ",", " ", "\n", "<", ">", "<pin>",
    "</pin>", "<input name=token value=", "<![CDATA[", "]]>", "&", ";", "%22", "%", "://", "@", "/",
    "?", "#", "--x", "\u{1}", "é", "5", "1234",
  ]

  /// An object with some secrets.
  static func object(depth: Int, using generator: inout SeededRandom) -> StubJSON {
    var members: [String: StubJSON] = [:]
    for _ in 0...(generator.next() % 4) {
      if generator.next() % 3 == 0 {
        let name = generator.pick(["password", "Token", "client_secret", "apiKey", "pins"])
        let secret = StubJSON.string(
          text(using: &generator) + " hor5e " + text(using: &generator))
        members[name] = name == "pins" ? [secret, .integer(number), secret] : secret
      } else {
        members[text(using: &generator)] = value(depth: depth - 1, using: &generator)
      }
    }
    return .object(members)
  }

  /// An object with a secret, and what stands around it; the secret as well.
  ///
  /// What is made up around it has no quotes, of which an open one would make another name of a name,
  /// and no control characters, among which no name counts.
  static func amidAnything(
    using generator: inout SeededRandom
  ) -> (text: String, secret: String) {
    let around = text(using: &generator).filter { !"\"'\u{1}".contains($0) }
    let other = StubJSON.string(generator.pieces(of: pieces, upTo: 8))
    let secret = "a\(text(using: &generator)) hor5e \(text(using: &generator))z"
    let object = "{\(other): \(other), \"Password\" : \(StubJSON.string(secret))}"
    let isScript = generator.next() % 2 == 0
    let text =
      isScript
      ? "<p>5\"</p><script type=\"application/json\">\(object)</script>" : around + object + around
    return (text, secret)
  }

  private static func value(depth: Int, using generator: inout SeededRandom) -> StubJSON {
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
  private static func written(_ json: StubJSON, using generator: inout SeededRandom) -> String {
    guard generator.next() % 2 == 0,
      let object = try? JSONSerialization.jsonObject(with: json.data),
      let data = try? JSONSerialization.data(withJSONObject: object, options: .prettyPrinted)
    else { return json.description }
    return String(decoding: data, as: UTF8.self)
  }

  private static func text(using generator: inout SeededRandom) -> String {
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

/// Makes forms with names, files and values of pieces that mean something to somebody.
private enum AwkwardForm {
  private static let words = [
    "pass", "password", "token", "token_type", "key", "name=", "filename=", "ann", " ", "[", "]",
    "-", "é", "5", "1234", "%22",
  ]
  private static let pieces =
    words + [
      "Content-Disposition: form-data; name=", "form-data;", ":", "=", "'", "\\", "{", "}", ",",
      ";", "<pin>", "&", "--", "-x",
    ]

  /// A form of four parts, one of which is a secret.
  static func text(using generator: inout SeededRandom) -> String {
    let secret = generator.next() % 4
    var form = ""
    for place in 0..<4 {
      var name = generator.pieces(of: words, upTo: 4)
      var value = lines(using: &generator)
      if place == secret {
        name = generator.pick(["password", "Token", "client_secret", "apiKey"])
        value = line(using: &generator) + " hor5e " + line(using: &generator)
      }
      let file = generator.pieces(of: words, upTo: 4)
      let names = generator.pick(["", "filename=\"\(file)\"; "]) + "name=\"\(name)\""
      // What begins like what stands between the parts would be just that.
      if value.hasPrefix("--x") { value = "a" + value }
      form += "--x\r\nContent-Disposition: form-data; \(names)\r\n\r\n\(value)\r\n"
    }
    return form + "--x--\r\n"
  }

  private static func line(using generator: inout SeededRandom) -> String {
    generator.pieces(of: pieces, upTo: 4)
  }

  private static func lines(using generator: inout SeededRandom) -> String {
    let ends = ["", "\n", "\r\n", "\n\n", "\r\n\r\n"]
    return (0...(generator.next() % 3))
      .map { _ in line(using: &generator) + generator.pick(ends) }.joined()
      .replacingOccurrences(of: "\n--x", with: "\n-x")
  }
}

/// Makes elements with attributes and texts of pieces that mean something to somebody.
private enum AwkwardMarkup {
  private static let words = ["a", "item", "note", "ns:name", "value", "key", "input", "ann"]
  private static let pieces = [
    "pass", "password", "token", "token_type", "name=", ":", "=", "&quot;", "'", "\\", "{", "}",
    "[", "]", ",", " ", ";", "&lt;", "&gt;", "&amp;", "%22", "--", "?", "#", "/", "é", "5", "1234",
    "\n", "\"",
  ]

  /// An element that has a secret in it, in one of some places.
  static func element(depth: Int, using generator: inout SeededRandom) -> String {
    let name = generator.pick(words)
    let attributes = (0..<(generator.next() % 3)).map { _ in
      attribute(generator.pick(words), using: &generator)
    }
    let inside = (0..<4).map { place -> String in
      if place == 2 { return secret(using: &generator) }
      return depth > 0 && generator.next() % 3 == 0
        ? element(depth: depth - 1, using: &generator) : prose(using: &generator)
    }
    return "<\(name)\(attributes.joined())>\(inside.joined())</\(name)>"
  }

  private static func secret(using generator: inout SeededRandom) -> String {
    let prose = prose(using: &generator) + " hor5e " + prose(using: &generator)
    let name = generator.pick(["password", "Token", "ns:client-secret", "apiKey"])
    return switch generator.next() % 5 {
    case 0: "<\(name)>\(prose)</\(name)>"
    case 1: "<\(name)\(attribute(generator.pick(words), using: &generator))>\(prose)</\(name)>"
    case 2: "<\(name)><![CDATA[\(prose)<a\"]]></\(name)>"
    case 3: "<input name=\"\(name)\"\(attribute("value", " hor5e ", using: &generator))/>"
    default: "<a\(attribute(name, " hor5e ", using: &generator))/>"
    }
  }

  /// An attribute in one of the two kinds of quotes, with the other kind in its text.
  private static func attribute(
    _ name: String, _ middle: String = "", using generator: inout SeededRandom
  ) -> String {
    let quote = generator.pick(["\"", "'"])
    let text = prose(using: &generator) + middle + prose(using: &generator)
    return " \(name)=\(quote)\(text.filter { String($0) != quote })\(quote)"
  }

  /// What stands in an element, where a quote means nothing.
  private static func prose(using generator: inout SeededRandom) -> String {
    generator.pieces(of: pieces, upTo: 4)
  }
}
