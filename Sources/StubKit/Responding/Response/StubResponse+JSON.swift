public import Foundation

extension StubResponse {
  /// Answers with JSON, its keys sorted.
  ///
  /// ```swift
  /// .json(["id": 1, "name": "Ann", "tags": ["a", nil]])
  /// ```
  /// A string becomes a JSON string. If its text is that of an object or an array, the response
  /// fails and says so; `.json(text: "[1]")` answers with an array.
  public static func json(
    _ value: StubJSON, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    if let path = value.pathToNonfiniteNumber {
      return noJSON("the number at \(path) is not finite")
    }
    if let objection = objection(to: value) { return objection }
    return json(encoded: value.data, status: status, headers: headers)
  }

  /// Answers with a dictionary as JSON, its keys sorted.
  ///
  /// It is converted at once. If a value is not JSON, the response fails and says where.
  @_disfavoredOverload
  public static func json(
    _ value: [String: Any?], status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse { written { json(try StubJSON(value), status: status, headers: headers) } }

  /// Answers with an array of values of any type as JSON, the keys of its objects sorted.
  @_disfavoredOverload
  public static func json(
    _ values: [Any?], status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse { written { json(try StubJSON(values), status: status, headers: headers) } }

  /// Answers with a value encoded as JSON, its keys sorted.
  ///
  /// ```swift
  /// .json(User(id: 1, name: "Ann"))
  /// ```
  /// The value is encoded at once. If the encoding fails, the response fails and says why.
  public static func json(
    _ value: some Encodable, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return json(value, encoder: encoder, status: status, headers: headers)
  }

  /// Answers with a value as the given encoder writes its keys, dates and data.
  ///
  /// ```swift
  /// let encoder = JSONEncoder()
  /// encoder.keyEncodingStrategy = .convertToSnakeCase
  /// encoder.dateEncodingStrategy = .iso8601
  /// stub(condition: isPath("/me"), response: .json(me, encoder: encoder, status: 201))
  /// ```
  public static func json(
    _ value: some Encodable, encoder: JSONEncoder, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    written {
      guard let data = try? encoder.encode(value) else {
        // Encoded once more, for an error that says where.
        return json(try StubJSON(encoding: value, with: encoder), status: status, headers: headers)
      }
      // Only a string begins with a quote.
      if data.first == UInt8(ascii: "\""),
        let objection = objection(to: try StubJSON(parsing: data))
      {
        return objection
      }
      return json(encoded: data, status: status, headers: headers)
    }
  }

  /// Answers with bytes that are already JSON, unchanged.
  ///
  /// If the bytes are not JSON, the response fails and says where.
  public static func json(
    _ data: Data, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    written {
      _ = try StubJSON(parsing: data)
      return json(encoded: data, status: status, headers: headers)
    }
  }

  /// Answers with a text that is already JSON, unchanged.
  ///
  /// ```swift
  /// .json(text: #"{"id": 1, "name": "Ann"}"#)
  /// ```
  /// If the text is not JSON, the response fails and says where.
  public static func json(
    text: String, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse { json(Data(text.utf8), status: status, headers: headers) }

  private static func objection(to value: StubJSON) -> StubResponse? {
    guard let text = value.string, let meant = value.meantByText else { return nil }
    return .broken(
      "The stub's response would be a JSON string, but its text is the JSON of \(meant.kind): "
        + "did you mean .data or .json(text:)? The text is \(text.shortened(to: 60).withVisibleControls)"
    )
  }

  private static func json(encoded: Data, status: Int, headers: StubHeaders) -> StubResponse {
    reply(.given(.data(encoded)), as: "application/json", status: status, headers: headers)
  }

  private static func written(_ response: () throws -> StubResponse) -> StubResponse {
    do { return try response() } catch { return noJSON(error.localizedDescription) }
  }

  private static func noJSON(_ reason: String) -> StubResponse {
    .broken(
      "The stub's response cannot be written as JSON: \(reason)\(reason.last == "." ? "" : ".")")
  }
}

extension StubJSON {
  fileprivate var pathToNonfiniteNumber: Path? {
    var pending = [(value: self, path: Path())]
    while let (value, path) = pending.popLast() {
      switch value {
      case .double(let number) where !number.isFinite: return path
      case .array(let elements):
        pending += elements.enumerated().reversed().map { ($1, path.element($0)) }
      case .object(let members):
        pending += members.sorted { $0.key > $1.key }.map { ($1, path.member($0)) }
      default: break
      }
    }
    return nil
  }
}
