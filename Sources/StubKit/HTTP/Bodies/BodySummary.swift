import Foundation

/// A body as a person reads it: as JSON, as parts, as a form or as text, whichever it is, in short.
struct BodySummary {
  /// How many bytes of a text are shown, and how many parts.
  private static let limits = (text: 500, parts: 10)

  /// The lines; none if there is no body.
  let lines: [String]

  /// - Parameters:
  ///   - body: The body, from which nothing is taken out here.
  ///   - contentType: What its sender says that it is.
  ///   - count: How many bytes it has in all, if this is only the start of it.
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

  /// The JSON of a body that has more structure than a word or a number of any other text.
  private static func json(_ body: ParsedBody) -> StubJSON? {
    let first = body.data.first { $0 > .space }
    guard first == UInt8(ascii: "{") || first == .openBracket else { return nil }
    return body.form(JSONForm.self).json
  }

  private static func text(
    of body: ParsedBody, as contentType: String?, isStart: Bool
  ) -> String {
    let data = body.data
    guard let text = startOfText(data) else {
      let type = contentType.map { " of " + $0.shortened() } ?? ""
      return isStart
        ? "binary\(type)" : "\(data.count) \(data.count == 1 ? "byte" : "bytes")\(type)"
    }
    if let contentType, FormItems.isForm(contentType), text.contains("=") {
      return body.form(FormItems.self).items.prefix(50).map(\.text).joined(separator: "&")
        .shortened(to: limits.text).withVisibleControls
    }
    return text.shortened(to: limits.text).swiftLiteral
  }

  /// As much text as is shown, and a little more; nil if the body begins with something else.
  private static func startOfText(_ data: Data) -> String? {
    let start = data.prefix(4 * limits.text)
    // It may end within a character.
    let cuts = start.count < data.count ? 0...3 : 0...0
    return cuts.lazy.compactMap { String(data: start.dropLast($0), encoding: .utf8) }.first
  }
}
