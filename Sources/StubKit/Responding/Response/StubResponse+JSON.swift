public import Foundation

extension StubResponse {
  /// Answers with JSON, its keys sorted.
  ///
  /// ```swift
  /// .json(["id": 1, "name": "Ann", "tags": ["a", nil]])
  /// ```
  public static func json(
    _ value: StubJSON, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    if let path = value.pathToNonfiniteNumber {
      return noJSON("the number at \(path) is not finite.")
    }
    return json(encoded: value.data, status: status, headers: headers)
  }

  /// Answers with a dictionary as JSON, its keys sorted.
  ///
  /// It is converted when this is called. If a value in it is not JSON, the response fails and says
  /// where that is.
  @_disfavoredOverload
  public static func json(
    _ value: [String: Any?], status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    do {
      return json(try StubJSON(value), status: status, headers: headers)
    } catch {
      return noJSON("\(error.localizedDescription).")
    }
  }

  /// Answers with a value encoded as JSON, its keys sorted.
  ///
  /// It is encoded when this is called. If it cannot be encoded, the response fails and says why;
  /// for other keys or dates, encode it yourself and answer with `.data`.
  public static func json(
    _ value: some Encodable, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return json(encoded: try encoder.encode(value), status: status, headers: headers)
    } catch {
      return noJSON(reason(of: error))
    }
  }

  /// Answers with bytes that are already JSON, as they are.
  ///
  /// If the bytes are not JSON, the response fails and says where. A *string* is not taken for JSON
  /// text: `.json("{}")` is the JSON string of two characters.
  public static func json(
    _ data: Data, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    do {
      _ = try StubJSON(parsing: data)
      return json(encoded: data, status: status, headers: headers)
    } catch {
      return noJSON("\(error.localizedDescription)")
    }
  }

  static func json(encoded: Data, status: Int, headers: StubHeaders) -> StubResponse {
    StubResponse(
      .reply(
        ReplyDraft(
          status: status, headers: headers, contentType: "application/json",
          body: .given(.data(encoded)))))
  }

  static func noJSON(_ reason: String) -> StubResponse {
    .failure(
      URLError.brokenResponse(
        .badServerResponse, "The stub's response cannot be written as JSON: \(reason)"))
  }

  private static func reason(of error: any Error) -> String {
    guard case EncodingError.invalidValue(let value, let context) = error else {
      return error.localizedDescription
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    let place = path.isEmpty ? "" : " at \(path)"
    return "\(context.debugDescription) The value is \(value)\(place)."
  }
}

extension StubJSON {
  /// Where a number stands that JSON cannot write, like `$.scores[2]`; nil if there is none.
  fileprivate var pathToNonfiniteNumber: Path? { nonfiniteNumber(from: Path()) }

  private func nonfiniteNumber(from path: Path) -> Path? {
    switch self {
    case .double(let number): number.isFinite ? nil : path
    case .array(let elements):
      elements.indices.lazy.compactMap { elements[$0].nonfiniteNumber(from: path.element($0)) }
        .first
    case .object(let members):
      members.keys.sorted().lazy.compactMap { name in
        members[name]?.nonfiniteNumber(from: path.member(name))
      }.first
    case .null, .bool, .integer, .string: nil
    }
  }
}
