import Foundation
import StubKit

/// Makes the response of an operation from an example, or else from the schema.
struct OperationAnswer {
  let contract: Contract
  let operation: Operation
  /// Nil chooses the described response with the best `rank`.
  let status: Int?
  let example: String?
  let seed: UInt64

  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  func response() throws -> StubResponse {
    let (status, described) = try describedResponse()
    do {
      _ = try contract.documents.followed(described.place)
    } catch {
      throw Failure("the response \(status) of \(operation.title) cannot be read: \(error)")
    }
    var headers = StubHeaders()
    for field in described.fields where field.isRequired {
      headers.append(try text(of: field), for: field.name)
    }
    let readable = described.content.filter { $0.mistake == nil }
    let named = readable.first { content in
      let names = contract.documents.value(at: content.place)?["examples"]?.object
      return example.map { names?[$0] != nil } ?? false
    }
    let usual = readable.first(where: \.isJSON) ?? readable.first
    guard let content = named ?? usual else {
      if let mistake = described.content.first?.mistake {
        throw Failure(
          "the response \(status) of \(operation.title) has no content that can be read: \(mistake)"
        )
      }
      return .status(status, headers: headers)
    }
    let value = meant(by: try value(of: content), in: content)
    let isJSON = content.isJSON || content.coversJSON && value.string == nil
    if headers["Content-Type"] == nil {
      let type = isJSON && !content.isJSON ? "application/json" : Self.type(among: content.type)
      headers.append(type, for: "Content-Type")
    }
    // As data: `.json` refuses a string whose text is JSON, but an example may mean that string.
    if isJSON { return .json(value.data, status: status, headers: headers) }
    return .text(value.string ?? value.description, status: status, headers: headers)
  }

  /// A concrete type for a range such as `image/*`.
  private static func type(among range: String) -> String {
    guard range.hasSuffix("*") else { return range }
    let usual = ["text": "plain", "image": "png", "audio": "mpeg", "video": "mp4", "font": "woff2"]
    let kind = String(range.prefix { $0 != "/" })
    return kind == "*" ? "text/plain" : "\(kind)/\(usual[kind] ?? "octet-stream")"
  }

  private func describedResponse() throws -> (status: Int, response: Operation.Response) {
    let known = operation.responses.keys.sorted()
    guard let status else {
      guard let best = known.min(by: { Self.rank($0) < Self.rank($1) }),
        let status = Self.status(for: best), let response = operation.responses[best]
      else { throw Failure("\(operation.title) describes no response") }
      return (status, response)
    }
    guard let response = operation.response(for: status) else {
      throw Failure(
        "\(operation.title) has no response with the status \(status): it describes "
          + known.joined(separator: ", "))
    }
    return (status, response)
  }

  /// Orders the responses if no status is requested; the lowest rank is used.
  private static func rank(_ key: String) -> Int {
    switch key.first {
    case "2": 0
    case "1", "3": 1
    case "d": 2
    default: 3
    }
  }

  /// The status to send for a key of `responses`, which may be `2XX` or `default`.
  private static func status(for key: String) -> Int? {
    if key == "default" { return 200 }
    return Int(key.replacing("X", with: "0"))
  }

  private func value(of content: MediaContent) throws -> StubJSON {
    let element = contract.documents.value(at: content.place)
    let examples = element?["examples"]?.object ?? [:]
    if let example {
      guard examples[example] != nil else {
        let known = examples.keys.sorted().joined(separator: ", ")
        throw Failure(
          "\(operation.title) has no example \(example.swiftLiteral)"
            + (known.isEmpty ? "" : ": it has \(known)"))
      }
      return try value(ofExample: example, in: content)
    }
    if let value = element?["example"] { return value }
    // An example in another file may be unreadable; then the next one is used, or the schema.
    let found = examples.keys.sorted().lazy.compactMap { try? value(ofExample: $0, in: content) }
    if let first = found.first { return first }
    guard let schema = content.schema else {
      if let first = examples.keys.min() { return try value(ofExample: first, in: content) }
      return .object([:])
    }
    let made = try contract.schema(at: schema).example(direction: .response, seed: seed)
    // `contains` also finds the types of JSON lines, such as application/x-ndjson.
    guard made.isScalar || content.coversJSON || content.type.contains("json") else {
      throw Failure(
        "the answer of \(operation.title) cannot be made as \(content.type): give it an example")
    }
    return made
  }

  /// The list or object that `value` holds as JSON text, unless the schema forbids it; or `value`.
  private func meant(by value: StubJSON, in content: MediaContent) -> StubJSON {
    guard content.isJSON, let text = value.string,
      let parsed = try? StubJSON(parsing: Data(text.utf8)), !parsed.isScalar
    else { return value }
    guard let place = content.schema else { return parsed }
    let problems = contract.schema(at: place).problems(in: parsed, direction: .response)
    return problems.isEmpty ? parsed : value
  }

  private func value(ofExample name: String, in content: MediaContent) throws -> StubJSON {
    let place = content.place.appending("examples", name)
    let found: (place: DocumentPlace, value: StubJSON)?
    do {
      found = try contract.documents.followed(place)
    } catch {
      throw Failure(
        "the example \(name.swiftLiteral) of \(operation.title) cannot be read: \(error)")
    }
    if let value = found?.value["value"] { return value }
    guard let found, let address = found.value["externalValue"]?.string else {
      throw Failure(
        "the example \(name.swiftLiteral) of \(operation.title) has no value that can be read (\(place))"
      )
    }
    do {
      let data = try contract.documents.data(at: address, from: found.place)
      if content.isJSON { return try StubJSON(parsing: data) }
      return .string(String(decoding: data, as: UTF8.self))
    } catch {
      throw Failure(
        "the example \(name.swiftLiteral) of \(operation.title) stands elsewhere, and cannot be read: \(error)"
      )
    }
  }

  private func text(of field: Parameter) throws -> String {
    let element = contract.documents.value(at: field.place)
    let examples = element?["examples"]?.object ?? [:]
    let named = examples.keys.min().flatMap { name in
      (try? contract.documents.followed(field.place.appending("examples", name)))??.value["value"]
    }
    if let value = element?["example"] ?? named { return Self.text(of: value, in: field) }
    guard let schema = field.schema else { return "" }
    let value = try contract.schema(at: schema).example(direction: .response, seed: seed)
    return Self.text(of: value, in: field)
  }

  private static func text(of value: StubJSON, in field: Parameter) -> String {
    if field.contentType?.hasSuffix("json") == true { return value.description }
    let sign = field.isExploded ? "=" : ","
    func text(_ value: StubJSON) -> String { value.string ?? value.description }
    return switch value {
    case .object(let members):
      members.sorted { $0.key < $1.key }.map { $0 + sign + text($1) }.joined(separator: ",")
    case .array(let elements): elements.map(text).joined(separator: ",")
    default: text(value)
    }
  }
}

extension StubJSON {
  fileprivate var isScalar: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }
}
