import Foundation

/// A body in parts, or why it is none.
package struct MultipartForm: Sendable {
  /// Why a body has no parts.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// What stands between the parts.
  let boundary: String
  let result: Result<[StubRequest.Part], Fault>

  init(of body: Data, boundary: String) {
    self.boundary = boundary
    result = Result { () throws(Fault) in
      var reader = PartReader(body, boundary: boundary)
      return try reader.parts()
    }
  }

  /// The parts; nil if the body has none.
  package var parts: [StubRequest.Part]? { try? result.get() }

  /// The boundary that a content type names; nil if it is none of a body in parts.
  ///
  /// It is empty if the type is one of a body in parts and names none.
  package static func boundary(in contentType: String?) -> String? {
    guard let contentType else { return nil }
    let type = HeaderParameters(contentType)
    return type.value.hasPrefix("multipart/") ? type["boundary"] ?? "" : nil
  }
}

extension ParsedBody {
  /// The body in parts, as far as it has any; nil if its type does not say that it has.
  package func multipart(as contentType: String?) -> MultipartForm? {
    MultipartForm.boundary(in: contentType).map { multipart(boundary: $0) }
  }

  /// The body in parts that a boundary stands between.
  package func multipart(boundary: String) -> MultipartForm {
    form(
      where: { $0.boundary == boundary }, orMake: { MultipartForm(of: data, boundary: boundary) })
  }

  /// The same, if it has been read.
  func existingMultipart(boundary: String) -> MultipartForm? {
    existing { $0.boundary == boundary }
  }
}

/// Reads the parts of a body, one after the other (RFC 2046); lone line feeds end lines, too.
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

  /// Moves behind the next delimiter that stands at the start of a line.
  ///
  /// - Returns: Where the text before it ends, and whether it is the last.
  private mutating func nextDelimiter() -> (start: Int, isLast: Bool)? {
    var from = position
    while let range = body.range(of: delimiter, in: from..<body.endIndex) {
      from = range.upperBound
      guard let start = lineStart(at: range.lowerBound) else { continue }
      let isLast = body[range.upperBound...].starts(with: "--".utf8)
      var end = range.upperBound
      while !isLast, end < body.endIndex, body[end].isBlank { end += 1 }
      // A longer boundary may begin with this one.
      guard isLast || end == body.endIndex || lineBreak(at: end) > 0 else { continue }
      position = min(end + lineBreak(at: end), body.endIndex)
      return (start, isLast)
    }
    return nil
  }

  /// Where the line break before a place begins, which belongs to the delimiter; nil if there is none.
  private func lineStart(at place: Int) -> Int? {
    if place == body.startIndex { return place }
    guard body[place - 1] == 0x0A else { return nil }
    let isPair = place - 2 >= body.startIndex && body[place - 2] == 0x0D
    return isPair ? place - 2 : place - 1
  }

  /// How many bytes a line break takes that stands at a place; none if none does.
  private func lineBreak(at place: Int) -> Int {
    guard place < body.endIndex else { return 0 }
    if body[place] == 0x0A { return 1 }
    return body[place] == 0x0D && place + 1 < body.endIndex && body[place + 1] == 0x0A ? 2 : 0
  }

  /// The part that stands in a range, its header fields before the first empty line.
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
