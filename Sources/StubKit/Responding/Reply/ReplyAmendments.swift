/// The status and headers of a whole sequence.
struct ReplyAmendments: Sendable {
  /// The status; nil if the elements keep their own.
  var status: Int?
  var headers: StubHeaders = [:]

  var isEmpty: Bool { status == nil && headers.isEmpty }

  /// Takes over the values that are missing here.
  mutating func fill(from other: ReplyAmendments) {
    status = status ?? other.status
    for field in other.headers where !headers.contains(field.name) {
      headers.append(field.value, for: field.name)
    }
  }
}
