import Foundation

struct BodySummary {
  private static let limits = (text: 500, parts: 10)

  let lines: [String]

  /// Takes a redacted body; `count` is the size of the whole body if `body` is only its start.
  init(of body: ParsedBody, as contentType: String?, startOf count: Int? = nil) {
    let data = body.data
    if data.isEmpty {
      lines = []
    } else if let parts = body.multipart(as: contentType)?.parts {
      let others = parts.count - Self.limits.parts
      lines =
        ["body: \(parts.count) \(parts.count == 1 ? "part" : "parts")"]
        + parts.prefix(Self.limits.parts).map { "  " + $0.summary(upTo: 100).withVisibleControls }
        + (others > 0 ? ["  … and \(others) more"] : [])
    } else if let json = Self.json(body) {
      lines = ["body: " + json.shortened(to: Self.limits.text)]
    } else {
      let whole = count.map { " (\($0) bytes in all)" } ?? ""
      lines = ["body: " + Self.text(of: body, as: contentType, isStart: count != nil) + whole]
    }
  }

  /// The body as JSON if it is an object or an array; scalars are shown as text.
  private static func json(_ body: ParsedBody) -> StubJSON? {
    let first = body.data.first { $0 > .space }
    guard first == UInt8(ascii: "{") || first == .openBracket else { return nil }
    return body.form(JSONForm.self).json
  }

  private static func text(
    of body: ParsedBody, as contentType: String?, isStart: Bool
  ) -> String {
    guard let text = startOfText(body.data) else {
      let type = contentType.map { " of " + $0.shortened() } ?? ""
      let count = body.data.count
      return (isStart ? "binary" : "\(count) \(count == 1 ? "byte" : "bytes")") + type
    }
    if let contentType, FormItems.isForm(contentType), text.contains("=") {
      return body.form(FormItems.self).items.prefix(50).map(\.text).joined(separator: "&")
        .shortened(to: limits.text).withVisibleControls
    }
    return text.shortened(to: limits.text).swiftLiteral
  }

  /// A little more text than is shown; nil if the body does not begin with UTF-8.
  private static func startOfText(_ data: Data) -> String? {
    let start = data.prefix(4 * limits.text)
    // The prefix may end inside a character.
    let cuts = start.count < data.count ? 0...3 : 0...0
    return cuts.lazy.compactMap { String(data: start.dropLast($0), encoding: .utf8) }.first
  }
}
