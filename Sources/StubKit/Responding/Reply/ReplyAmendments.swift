/// A status and headers that were given to a sequence as a whole.
struct ReplyAmendments: Sendable {
  /// The status, or nil if the elements keep their own.
  var status: Int?
  /// The headers.
  var headers: StubHeaders = [:]

  /// Whether nothing is amended.
  var isEmpty: Bool { status == nil && headers.isEmpty }

  /// Takes over what is not set here.
  mutating func fill(from other: ReplyAmendments) {
    status = status ?? other.status
    for field in other.headers where !headers.contains(field.name) {
      headers.append(field.value, for: field.name)
    }
  }
}
