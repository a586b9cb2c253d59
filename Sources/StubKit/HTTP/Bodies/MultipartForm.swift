import Foundation

/// The parts of a multipart body, or why it has none.
package struct MultipartForm: Sendable {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The text that separates the parts, without its leading dashes.
  let boundary: String
  let result: Result<[StubRequest.Part], Fault>

  init(of body: Data, boundary: String) {
    self.boundary = boundary
    result = Result { () throws(Fault) in
      var reader = PartReader(body, boundary: boundary)
      return try reader.parts()
    }
  }

  /// Nil if the body cannot be split into parts.
  package var parts: [StubRequest.Part]? { try? result.get() }

  /// The boundary in a content type; nil unless the type is `multipart/…`.
  ///
  /// It is empty if a multipart type names no boundary.
  package static func boundary(in contentType: String?) -> String? {
    guard let contentType else { return nil }
    let type = HeaderParameters(contentType)
    return type.value.hasPrefix("multipart/") ? type["boundary"] ?? "" : nil
  }
}

extension ParsedBody {
  /// The body as a multipart form; nil if the content type is not `multipart/…`.
  package func multipart(as contentType: String?) -> MultipartForm? {
    MultipartForm.boundary(in: contentType).map { multipart(boundary: $0) }
  }

  /// The body split at a boundary.
  package func multipart(boundary: String) -> MultipartForm {
    form(
      where: { $0.boundary == boundary }, orMake: { MultipartForm(of: data, boundary: boundary) })
  }

  /// The body split at a boundary; nil if it has not been parsed yet.
  func existingMultipart(boundary: String) -> MultipartForm? {
    existing { $0.boundary == boundary }
  }
}

/// Reads the parts of a body (RFC 2046); a lone line feed also ends a line.
private struct PartReader {
  private let body: Data
  private let delimiter: Data
  private var position: Int

  init(_ body: Data, boundary: String) {
    self.body = body
    delimiter = Data("--\(boundary)".utf8)
    position = body.startIndex
  }

  mutating func parts() throws(MultipartForm.Fault) -> [StubRequest.Part] {
    guard delimiter.count > 2 else {
      throw MultipartForm.Fault(description: "its Content-Type names no boundary")
    }
    guard var delimiter = nextDelimiter() else {
      let boundary = String(decoding: self.delimiter, as: UTF8.self).shortened().swiftLiteral
      throw MultipartForm.Fault(description: "the boundary \(boundary) stands nowhere in it")
    }
    var parts: [StubRequest.Part] = []
    while !delimiter.isLast {
      let start = position
      guard let next = nextDelimiter() else {
        let number = parts.count + 1
        throw MultipartForm.Fault(
          description: "part \(number), at byte \(start - body.startIndex), does not end")
      }
      parts.append(part(in: start..<max(start, next.start)))
      delimiter = next
    }
    return parts
  }

  /// Moves past the next delimiter at the start of a line.
  ///
  /// - Returns: Where the text before the delimiter ends, and whether the delimiter is the last.
  private mutating func nextDelimiter() -> (start: Int, isLast: Bool)? {
    var from = position
    while let range = body.range(of: delimiter, in: from..<body.endIndex) {
      from = range.upperBound
      guard let start = lineStart(at: range.lowerBound) else { continue }
      let isLast = body[range.upperBound...].starts(with: "--".utf8)
      var end = range.upperBound
      while !isLast, end < body.endIndex, body[end].isBlank { end += 1 }
      // Another boundary may begin with this one.
      guard isLast || end == body.endIndex || lineBreak(at: end) > 0 else { continue }
      position = min(end + lineBreak(at: end), body.endIndex)
      return (start, isLast)
    }
    return nil
  }

  /// The start of the line break before a place, which belongs to the delimiter; nil without one.
  private func lineStart(at place: Int) -> Int? {
    if place == body.startIndex { return place }
    guard body[place - 1] == 0x0A else { return nil }
    let isPair = place - 2 >= body.startIndex && body[place - 2] == 0x0D
    return isPair ? place - 2 : place - 1
  }

  /// The size of the line break at a place; 0 if there is none.
  private func lineBreak(at place: Int) -> Int {
    guard place < body.endIndex else { return 0 }
    if body[place] == 0x0A { return 1 }
    return body[place] == 0x0D && place + 1 < body.endIndex && body[place + 1] == 0x0A ? 2 : 0
  }

  /// The part in a range; its header fields end at the first empty line.
  private func part(in range: Range<Int>) -> StubRequest.Part {
    var headers = StubHeaders()
    var line = range.lowerBound
    while line < range.upperBound {
      let end = body[line..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
      let next = min(end + 1, range.upperBound)
      var text = body[line..<end]
      if text.last == 0x0D { text.removeLast() }
      line = next
      if text.isEmpty { break }
      guard let colon = text.firstIndex(of: .colon) else { continue }
      let name = String(decoding: text[..<colon], as: UTF8.self)[...].trimmingBlanks
      let value = String(decoding: text[(colon + 1)...], as: UTF8.self)[...].trimmingBlanks
      headers.append(value, for: name)
    }
    return StubRequest.Part(headers: headers, body: Data(body[line..<range.upperBound]))
  }
}
