package import Foundation
import StubKit

/// The parts of an answer that are compared: its status, media type and JSON structure.
package struct AnswerShape: Sendable {
  private enum Body {
    case unknown
    case none
    case json(JSONShape)
    case other

    var words: String {
      switch self {
      case .unknown: "unknown"
      case .none: "empty"
      case .json: "JSON"
      case .other: "no JSON"
      }
    }
  }

  private let status: Int
  /// The media type without its parameters.
  private let type: String?
  private let body: Body

  /// `body` is nil if it is unknown, or if there can be none, as in an answer to HEAD.
  package init(status: Int, contentType: String?, body: Data?) {
    self.status = status
    type = contentType.map { HeaderParameters($0).value }
    self.body =
      switch body {
      case nil: .unknown
      case let data? where data.isEmpty: .none
      case let data?: (try? StubJSON(parsing: data)).map { .json(JSONShape(of: $0)) } ?? .other
      }
  }

  /// Compares this answer of a stub with the server's; `isAnonymous` if no credentials were sent.
  package func differences(
    from live: AnswerShape, isAnonymous: Bool = false
  ) -> [ShapeDifference] {
    guard status / 100 == live.status / 100 else {
      let isRefused = isAnonymous && [401, 403].contains(live.status)
      // The bodies of a success and of an error differ anyway.
      return [
        ShapeDifference(
          "the status", stubbed: "\(status)",
          live: "\(live.status)" + (isRefused ? ", asked without credentials" : ""))
      ]
    }
    var differences: [ShapeDifference] = []
    if let type, type != live.type {
      differences.append(
        ShapeDifference("Content-Type", stubbed: type, live: live.type ?? "missing"))
    }
    switch (body, live.body) {
    case (.json(let own), .json(let other)): differences += own.differences(from: other)
    case (.unknown, _), (_, .unknown), (.none, .none), (.other, .other): break
    default:
      differences.append(
        ShapeDifference("the body", stubbed: body.words, live: live.body.words))
    }
    return differences
  }
}
