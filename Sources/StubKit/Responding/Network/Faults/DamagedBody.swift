import Foundation

/// Damages the body of an answer.
enum DamagedBody {
  /// Makes a body unreadable; nil if there is none.
  static func damaged(_ body: Data) -> Data? {
    guard !body.isEmpty else { return nil }
    // The middle byte is replaced by one that no text contains: no parser gets past it.
    var damaged = body
    damaged[damaged.startIndex + damaged.count / 2] = 0xFF
    return damaged
  }

  /// Changes the type of the first JSON field with a plain value; nil without such a field.
  static func withFieldOfOtherType(_ body: Data) -> Data? {
    guard let json = try? StubJSON(parsing: body), let changed = json.withFieldOfOtherType else {
      return nil
    }
    return changed.data
  }
}

extension StubJSON {
  /// The value with its first plain field changed; nil if there is none.
  fileprivate var withFieldOfOtherType: StubJSON? {
    switch self {
    case .object(let members):
      for name in members.keys.sorted() {
        guard let value = members[name], let changed = value.ofOtherType else { continue }
        return .object(members.merging([name: changed]) { $1 })
      }
    case .array(let elements):
      for (position, element) in elements.enumerated() {
        guard let changed = element.ofOtherType else { continue }
        var elements = elements
        elements[position] = changed
        return .array(elements)
      }
    default: break
    }
    return nil
  }

  private var ofOtherType: StubJSON? {
    switch self {
    case .null: nil
    case .bool(let value): .string(value ? "yes" : "no")
    case .integer, .double: .string("unknown")
    case .string: .integer(7)
    case .array, .object: withFieldOfOtherType
    }
  }
}

extension ResolvedResponse {
  /// The length of the body; nil if there is none, or if it is unknown.
  var bodyLength: Int? {
    guard case .reply(let reply) = content else { return nil }
    return reply.body.length
  }

  /// Returns the answer with another body, and the length of that.
  ///
  /// - Parameter change: Makes the body; nil if it cannot be made.
  func withBody(_ change: (Data) -> Data?) -> ResolvedResponse? {
    guard case .reply(var reply) = content, case .data(let data) = reply.body,
      let changed = change(data)
    else { return nil }
    if reply.head.headers.contains("Content-Length") {
      reply.head.headers.set(String(changed.count), for: "Content-Length")
    }
    reply.body = .data(changed.basedAtZero)
    return ResolvedResponse(content: .reply(reply), delivery: delivery)
  }
}
