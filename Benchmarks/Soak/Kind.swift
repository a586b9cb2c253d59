/// What becomes of a request, if nobody cancels it.
enum Kind: String, CaseIterable, Sendable {
  // Answered by a value.
  case value, json, file, empty, delayed, chunked, dropped, failing, hang
  // Answered by what a user wrote.
  case syncClosure, asyncClosure, throwing, source, suspended
  // Asked about.
  case redirect, refused, challenged
  // Not answered.
  case unmatched, timedOut
  // Answered by the server on loopback.
  case forwarded, forwardedRedirect, forwardedSlow, forwardedDrop, forwardedEcho

  /// Those that the server on loopback answers.
  static let onLoopback: [Kind] = [
    .forwarded, .forwardedRedirect, .forwardedSlow, .forwardedDrop, .forwardedEcho,
  ]

  /// Whether the answer goes by what a delegate says.
  var needsDelegate: Bool { self == .refused || self == .challenged }

  /// Whether the request sends what it wants back.
  var isEcho: Bool { self == .syncClosure || self == .asyncClosure || self == .forwardedEcho }

  /// The template of the paths of such requests, of which each has a number.
  var template: String { "/\(rawValue)/{number}" }
}
