import Foundation

package struct MultipartForm: Sendable {
  struct Fault: Error, CustomStringConvertible { let description: String }

  /// Without the leading dashes.
  let boundary: String
  let result: Result<[StubRequest.Part], Fault>

  init(of body: Data, boundary: String) {
    self.boundary = boundary
    result = Array(body).withUnsafeBufferPointer { bytes in
      Result { () throws(Fault) in try Self.parts(of: bytes, boundary: boundary) }
    }
  }

  private static func parts(
    of bytes: Bytes, boundary: String
  ) throws(Fault) -> [StubRequest.Part] {
    guard !boundary.isEmpty else { throw Fault(description: "its Content-Type names no boundary") }
    guard var walk = PartWalk(bytes, boundary: Array(boundary.utf8)) else {
      let delimiter = "--\(boundary)".shortened().swiftLiteral
      throw Fault(description: "it does not contain the boundary \(delimiter)")
    }
    var parts: [StubRequest.Part] = []
    while !walk.isAtEnd {
      let start = walk.position
      guard let part = walk.next(), part.isComplete else {
        throw Fault(description: "part \(parts.count + 1), at byte \(start), does not end")
      }
      var headers = StubHeaders()
      for field in part.fields {
        headers.append(
          bytes.field(field.value), for: bytes.slice(field.name).text[...].trimmingBlanks)
      }
      parts.append(StubRequest.Part(headers: headers, body: Data(bytes[part.content])))
    }
    return parts
  }

  package var parts: [StubRequest.Part]? { try? result.get() }

  /// Nil unless the type is `multipart/…`; empty if a multipart type names no boundary.
  package static func boundary(in contentType: String?) -> String? {
    guard let contentType else { return nil }
    let type = HeaderParameters(contentType)
    return type.value.hasPrefix("multipart/") ? type["boundary"] ?? "" : nil
  }
}

extension ParsedBody {
  package func multipart(as contentType: String?) -> MultipartForm? {
    MultipartForm.boundary(in: contentType).map { multipart(boundary: $0) }
  }

  package func multipart(boundary: String) -> MultipartForm {
    form(
      where: { $0.boundary == boundary }, orMake: { MultipartForm(of: data, boundary: boundary) })
  }
}
