public import Foundation

extension StubResponse {
  /// Answers with a value encoded as JSON, its keys sorted.
  ///
  /// It is encoded here and now. A value that cannot be encoded makes a response that fails and says
  /// why; for other keys or dates, encode it yourself and answer with `.data`.
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

  static func json(encoded: Data, status: Int, headers: StubHeaders) -> StubResponse {
    StubResponse(
      .reply(
        ReplyDraft(
          status: status, headers: headers, contentType: "application/json", body: .data(encoded))))
  }

  static func noJSON(_ reason: String) -> StubResponse {
    .failure(
      URLError(.badServerResponse, "The stub's response cannot be written as JSON: \(reason)"))
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
