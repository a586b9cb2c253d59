/// How much of a request a server takes.
struct RequestLimits: Sendable {
  /// The bytes of its head, and again those of the fields after a chunked body.
  var head = 64 << 10
  var fields = 200
  /// The bytes of its body.
  var body = 64 << 20
  /// How long a request that has begun may take to become complete.
  var patience = Duration.seconds(30)
}
