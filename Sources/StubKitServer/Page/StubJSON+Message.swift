import Foundation
import StubKit

extension StubJSON {
  /// How much of a body the page gets, in bytes.
  private static let limits = (text: 1 << 16, image: 1 << 19, other: 256)

  /// `missing` is the number of bytes of the body that the log has not kept.
  static func message(_ fields: StubHeaders, _ body: Data, missing: Int) -> StubJSON {
    var message: [String: StubJSON] = [
      "fields": .array(fields.map { [.string($0.name), .string($0.value)] })
    ]
    if !body.isEmpty || missing > 0 {
      message["body"] = shown(body, as: fields["Content-Type"] ?? "", of: body.count + missing)
    }
    return .object(message)
  }

  private static func shown(_ body: Data, as type: String, of size: Int) -> StubJSON {
    var shown: [String: StubJSON] = ["size": .integer(size), "type": .string(type)]
    func cut(to limit: Int) -> Data {
      let start = body.prefix(limit)
      if start.count < size { shown["shown"] = .integer(start.count) }
      return start
    }
    if isImage(type), size == body.count, size <= limits.image {
      shown["image"] = .string(body.base64EncodedString())
      if let text = text(of: body.prefix(limits.text), from: size), type.contains("svg") {
        shown["text"] = .string(text)
      }
    } else if let text = text(of: body.prefix(limits.text), from: size) {
      shown["text"] = .string(text)
      _ = cut(to: limits.text)
    } else {
      shown["bytes"] = .string(cut(to: limits.other).base64EncodedString())
    }
    return .object(shown)
  }

  /// Whether a media type is one of the image types that every browser shows.
  private static func isImage(_ type: String) -> Bool {
    let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return ["png", "jpeg", "gif", "webp", "avif", "bmp", "svg+xml"].contains {
      name == "image/\($0)"
    }
  }

  /// Nil if the bytes are not UTF-8; a last character that was cut is dropped.
  private static func text(of start: Data, from size: Int) -> String? {
    (0...(start.count < size ? 3 : 0)).lazy.compactMap { String(validUTF8: start.dropLast($0)) }
      .first
  }
}
