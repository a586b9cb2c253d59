package import Foundation
package import StubKit

/// A response that `curl -is` saved, without chunking and compression.
package struct HTTPMessage: Sendable, Hashable {
  package var status: Int
  /// Without the fields that only described the transfer.
  package var headers: StubHeaders
  package var body: Data

  package init(parsing data: Data) throws(ArchiveError) {
    var reader = try LineReader(data)
    var head = try Head(from: &reader)
    // `curl -L` saves the body of the last response only, after the heads of the others.
    while head.isFollowed(by: reader) { head = try Head(from: &reader) }

    status = head.status
    headers = head.headers
    body = Data(reader.rest)
    let bodyOffset = reader.offset
    if let coding = headers["Transfer-Encoding"], coding.lowercased().contains("chunked") {
      headers.remove("Transfer-Encoding")
      if let decoded = try ChunkedBody.decoded(from: reader) { body = decoded }
    }
    do {
      try headers.undoContentCoding(of: &body)
    } catch {
      throw ArchiveError(
        "the compressed body cannot be read: \(error)", at: "byte \(bodyOffset) and after")
    }
    // Hand-edited files have wrong lengths. A response to HEAD has a length, but no body.
    if !body.isEmpty { headers.remove("Content-Length") }
  }
}
