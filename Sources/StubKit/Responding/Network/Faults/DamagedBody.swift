import Foundation

/// What becomes of a body on a bad way.
enum DamagedBody {
  /// The body so that nobody can read it any more; nil if there is none.
  static func damaged(_ body: Data) -> Data? {
    guard !body.isEmpty else { return nil }
    // A byte that stands in no text, where the middle was: no parser gets past it.
    var damaged = body
    damaged[damaged.startIndex + damaged.count / 2] = 0xFF
    return damaged
  }

  /// JSON in which the first field that holds a value holds one of another type; nil for anything else.
  static func withFieldOfOtherType(_ body: Data) -> Data? {
    guard let json = try? StubJSON(parsing: body), let changed = json.withFieldOfOtherType else {
      return nil
    }
    return changed.data
  }
}

extension StubJSON {
  /// The same with the first field that is no container changed; nil if there is none.
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
  /// The length of the body; nil if there is none, or if nobody knows it.
  var bodyLength: Int? {
    guard case .reply(let reply) = content else { return nil }
    return reply.body.length
  }

  /// The same answer with another body, and the length that goes with it.
  ///
  /// - Parameter change: Makes the body; nil if it cannot be.
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
