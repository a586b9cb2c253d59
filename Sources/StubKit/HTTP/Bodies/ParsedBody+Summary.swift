import Foundation

extension ParsedBody {
  private static let shownText = 500
  private static let shownParts = 10

  /// Lines about a redacted body; `count` is the size of the whole body if this is only its start.
  func summary(as contentType: String?, startOf count: Int?) -> [String] {
    if data.isEmpty { return [] }
    if let parts = multipart(as: contentType)?.parts {
      let others = parts.count - Self.shownParts
      return ["body: \(parts.count) \(parts.count == 1 ? "part" : "parts")"]
        + parts.prefix(Self.shownParts).map { "  " + $0.summary(upTo: 100).withVisibleControls }
        + (others > 0 ? ["  … and \(others) more"] : [])
    }
    let first = data.first { $0 > .space }
    if first == UInt8(ascii: "{") || first == .openBracket, let json = form(JSONForm.self).json {
      return ["body: " + json.shortened(to: Self.shownText)]
    }
    let whole = count.map { " (\($0) bytes in all)" } ?? ""
    return ["body: " + text(as: contentType, isStart: count != nil) + whole]
  }

  private func text(as contentType: String?, isStart: Bool) -> String {
    guard let text = startOfText else {
      let type = contentType.map { " of " + $0.shortened() } ?? ""
      return (isStart ? "binary" : data.count.bytes) + type
    }
    if let contentType, StubRequest.Form.isDeclared(in: contentType), text.contains("=") {
      return form(StubRequest.Form.self).items.prefix(50).map(\.text).joined(separator: "&")
        .shortened(to: Self.shownText).withVisibleControls
    }
    return text.shortened(to: Self.shownText).swiftLiteral
  }

  private var startOfText: String? {
    let start = data.prefix(4 * Self.shownText)
    // The prefix may end inside a character.
    let cuts = start.count < data.count ? 0...3 : 0...0
    return cuts.lazy.compactMap { String(data: start.dropLast($0), encoding: .utf8) }.first
  }
}
