/// An HTTP response, complete as it goes to the client.
struct Reply: Sendable {
  /// The status code, from 100 to 599.
  var status: Int
  /// The headers, with `Content-Length` and `Content-Type` filled in.
  var headers: StubHeaders
  /// The body.
  var payload: Payload
}
