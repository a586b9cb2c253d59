extension StubJSON: Hashable {
  /// Whether two values are the same JSON; numbers are compared by value, exactly.
  public static func == (lhs: StubJSON, rhs: StubJSON) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.integer(let integer), .double(let double)),
      (.double(let double), .integer(let integer)):
      // Not Double(integer) == double: beyond 2^53 that would round.
      Int(exactly: double) == integer
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes what `==` compares, so that `1` and `1.0` hash alike.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0)
    case .bool(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .integer(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .double(let value):
      hasher.combine(2)
      if let integer = Int(exactly: value) {
        hasher.combine(integer)
      } else {
        hasher.combine(value)
      }
    case .string(let value):
      hasher.combine(3)
      hasher.combine(value)
    case .array(let elements):
      hasher.combine(4)
      hasher.combine(elements)
    case .object(let members):
      hasher.combine(5)
      hasher.combine(members)
    }
  }
}
