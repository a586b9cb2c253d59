import Foundation

@testable import StubKitFuzzing

/// What of a body or a header is the same without its secrets: how many things it has, and of which kinds.
indirect enum Shape: Equatable {
  case text, number, other
  /// What is not read as anything, of which nothing has to stay.
  case unread
  case list([Shape])
  case object(count: Int, [Shape])

  /// The shape of what a type says; nil if it is not that.
  init?(of body: Data, type: String?) {
    if let boundary = MultipartForm.boundary(in: type) {
      guard let parts = MultipartForm(of: body, boundary: boundary).parts else { return nil }
      self = .list(parts.map { Shape(of: $0.body, type: nil) ?? .unread })
    } else if StubRequest.Form.isDeclared(in: type ?? "") {
      self = .list(StubRequest.Form(body).items.map { _ in .text })
    } else if let json = try? StubJSON(parsing: body) {
      self = Shape(of: json)
    } else {
      return nil
    }
  }

  private init(of json: StubJSON) {
    switch json {
    case .object(let members):
      // What they are called may be a secret, which changes their order.
      self = .object(count: members.count, [])
      let shapes = members.sorted { $0.key < $1.key }.map { Shape(of: $0.value) }
      if members.keys.allSatisfy({ $0.count < 6 }) {
        self = .object(count: members.count, shapes)
      }
    case .array(let elements): self = .list(elements.map(Shape.init(of:)))
    case .string: self = .text
    case .integer, .double: self = .number
    default: self = .other
    }
  }

  /// Whether another one may stand for this one: a number that an app sends may be any.
  func allows(_ other: Shape, isRequest: Bool) -> Bool {
    switch (self, other) {
    // A part that is a secret as a whole is a word afterwards.
    case (.unread, _), (_, .unread): true
    case (.number, .text): isRequest
    case (.list(let own), .list(let others)):
      own.count == others.count
        && zip(own, others).allSatisfy { $0.allows($1, isRequest: isRequest) }
    case (.object(let count, let own), .object(let otherCount, let others)):
      count == otherCount
        && (own.count != others.count
          || zip(own, others).allSatisfy { $0.allows($1, isRequest: isRequest) })
    default: self == other
    }
  }
}
