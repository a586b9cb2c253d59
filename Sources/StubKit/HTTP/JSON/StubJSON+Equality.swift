// No method recurses: bodies may be nested 512 levels deep, and the stack of a thread may be small.
extension StubJSON: Hashable {
  /// Whether two values are the same JSON; numbers are compared by exact value.
  ///
  /// Strings and names are compared by bytes: "é" differs from "e" with a combining accent.
  public static func == (lhs: StubJSON, rhs: StubJSON) -> Bool {
    isEqual(lhs, rhs, leavingMembersOut: false)
  }

  /// Whether this value has all members of `other`, at any depth; arrays must be equal.
  func contains(_ other: StubJSON) -> Bool { Self.isEqual(other, self, leavingMembersOut: true) }

  private static func isEqual(
    _ expected: StubJSON, _ found: StubJSON, leavingMembersOut: Bool
  ) -> Bool {
    var pending = [(expected: expected, found: found, isSubset: leavingMembersOut)]
    while let (expected, found, isSubset) = pending.popLast() {
      switch (expected, found) {
      case (.array(let wanted), .array(let elements)):
        guard wanted.count == elements.count else { return false }
        for (want, element) in zip(wanted, elements) { pending.append((want, element, false)) }
      case (.object(let wanted), .object(let members)):
        guard isSubset || wanted.count == members.count else { return false }
        for (name, want) in wanted {
          guard let member = members[named: name] else { return false }
          pending.append((want, member, isSubset))
        }
      default:
        guard isSameScalar(expected, found) else { return false }
      }
    }
    return true
  }

  private static func isSameScalar(_ left: StubJSON, _ right: StubJSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.integer(let integer), .double(let double)),
      (.double(let double), .integer(let integer)):
      // `Double(integer) == double` would round integers beyond 2^53.
      Int(exactly: double) == integer
    case (.string(let left), .string(let right)): left.equalsByteForByte(right)
    default: false
    }
  }

  /// Hashes what `==` compares, so that `1` and `1.0` hash alike.
  public func hash(into hasher: inout Hasher) {
    var pending = [self]
    while let value = pending.popLast() {
      switch value {
      case .null: hasher.combine(0)
      case .bool(let value): hasher.combine(value)
      case .integer(let value): hasher.combine(Double(value))
      case .double(let value): hasher.combine(value)
      case .string(let value): hasher.combine(value)
      case .array(let elements):
        hasher.combine(elements.count)
        pending += elements
      case .object(let members):
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
          hasher.combine(name)
          pending.append(member)
        }
      }
    }
  }
}
