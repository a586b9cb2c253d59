import CStubKit

/// Reads the tokens of one JSON value, as far as it is valid.
struct JSONWalk {
  enum Token: Int32 {
    case name = 1
    case string
    /// A number, or a word such as `null`.
    case scalar
    case open
    case close
  }

  private var state = stubkit_json()
  private let levels = Levels()

  private final class Levels {
    let memory = UnsafeMutablePointer<stubkit_json_level>.allocate(capacity: StubJSON.nestingLimit)

    deinit { memory.deallocate() }
  }

  init(_ bytes: Bytes, from start: Int) {
    (state.bytes, state.count, state.position) = (bytes.baseAddress, bytes.count, start)
    (state.open, state.limit) = (levels.memory, Int32(StubJSON.nestingLimit))
    state.rest = start + 1
  }

  mutating func next() -> Token? { Token(rawValue: stubkit_next_token(&state)) }

  /// Returns the next token that may lead to a secret, or ends one of `depth` outer containers.
  mutating func next(
    notAmong known: [UInt64], words: Beginnings, anyName: Bool, from depth: Int
  ) -> Token? {
    Token(rawValue: stubkit_next_telling_token(&state, Int32(depth), known, words.numbers, anyName))
  }

  var position: Int { state.position }
  var isComplete: Bool { state.is_complete }
  /// Where to look for another value if this one turns out to be invalid.
  var rest: Int { state.rest }
  var depth: Int { Int(state.depth) }
  /// The content of the last name, string or scalar, without quotes.
  var content: Range<Int> { state.start..<state.end }
  /// The name of the member whose value was read; nil in a list, and outside of containers.
  var name: Range<Int>? { state.name_end > 0 ? state.name..<state.name_end : nil }
  /// The hash of the last name, which also depends on the name of the surrounding container.
  var nameHash: UInt64 { state.name_hash }

  /// Whether the last token is the first element of a list in a list: `[["X-Api-Key", "x"]]`.
  var isFirstOfPair: Bool { withUnsafePointer(to: state, stubkit_is_first_of_pair) }

  func isObject(around count: Int = 0) -> Bool {
    depth > count && state.open[depth - 1 - count].is_object
  }

  /// The name of the open container at a depth; a container in a list has the list's name.
  func name(at depth: Int) -> Range<Int>? {
    let level = state.open[depth - 1]
    return level.name_end > 0 ? level.name..<level.name_end : nil
  }

  /// The first and the last label of a member `value`, as in `{"name": "password", "value": …}`.
  var labels: [Range<Int>] {
    guard depth > 0, state.open[depth - 1].last_label_end > 0 else { return [] }
    let level = state.open[depth - 1]
    return [
      level.first_label..<level.first_label_end, level.last_label..<level.last_label_end,
    ]
  }

  func noteLabel() { withUnsafePointer(to: state) { stubkit_note_label($0) } }
}
