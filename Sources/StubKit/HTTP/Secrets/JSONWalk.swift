import CStubKit

/// Reads the tokens of one JSON value, as far as it is valid.
struct JSONWalk {
  enum Token: Int32 {
    case name = 1
    case string
    /// A number, or a word such as `null`.
    case scalar
    case object
    case list
    case close
  }

  private var state = stubkit_json()

  init(_ bytes: Redactor.Bytes, from start: Int) {
    (state.bytes, state.count, state.position) = (bytes.baseAddress, bytes.count, start)
    state.rest = start + 1
  }

  /// Returns the next token; nil at the end of the value, and at an error.
  mutating func next() -> Token? { Token(rawValue: stubkit_next_token(&state)) }

  var position: Int { state.position }
  var isComplete: Bool { state.is_complete }
  /// Where to look for another value if this one turns out to be invalid.
  var rest: Int { state.rest }
  /// The content of the last name, string or scalar, without quotes.
  var content: Range<Int> { state.start..<state.end }
}
