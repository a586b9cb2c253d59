struct RequestLimits: Sendable {
  /// In bytes; the trailers of a chunked body may have as many again.
  var head = 64 << 10
  var fields = 200
  /// In bytes.
  var body = 64 << 20
  /// How long a client may send nothing in the middle of a request.
  var patience = Duration.seconds(30)
}
