import Foundation

/// A response as it stands in a file that `curl -is` wrote, with everything about its transfer undone.
struct HTTPMessage: Sendable, Hashable {
  /// The status code, from 100 to 599.
  var status: Int
  /// The header fields, without those that only described the transfer.
  var headers: StubHeaders
  /// The body, neither chunked nor compressed.
  var body: Data

  /// Reads a file.
  init(parsing data: Data) throws(ArchiveError) {
    var reader = try LineReader(data)
    var head = try Head(from: &reader)
    // Of `curl -L` only the last response has its body in the file; the others are mere heads.
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
    // Files are edited by hand, and nobody counts. An answer to HEAD keeps the length it tells.
    if !body.isEmpty { headers.remove("Content-Length") }
  }
}
