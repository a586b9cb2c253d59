/// How much of a request a server takes.
struct RequestLimits: Sendable {
  /// The most bytes of a head, and as many again for the fields after a chunked body.
  var head = 64 << 10
  var fields = 200
  /// The most bytes of a body.
  var body = 64 << 20
  /// How long a request that has begun may take to become complete.
  var patience = Duration.seconds(30)
}
