// As much of AsyncHTTPClient as a snippet uses; it asks by curl.

import Foundation
package import NIOCore
package import NIOHTTP1

package struct HTTPClientRequest: Sendable {
  let url: String

  package init(url: String) { self.url = url }
}

package struct HTTPClientResponse: Sendable {
  package struct Body: Sendable {
    fileprivate let bytes: Data

    package func collect(upTo maxBytes: Int) async throws -> ByteBuffer {
      ByteBuffer(bytes: bytes.prefix(maxBytes))
    }
  }

  package let status: HTTPResponseStatus
  package let body: Body
}

package final class HTTPClient: Sendable {
  package static let shared = HTTPClient()

  package func execute(
    _ request: HTTPClientRequest, timeout: TimeAmount
  ) async throws -> HTTPClientResponse {
    let (curl, pipe) = (Process(), Pipe())
    curl.executableURL = URL(filePath: "/usr/bin/env")
    curl.arguments = [
      "curl", "--silent", "--max-time", "\(timeout.seconds)", "--write-out", "%{http_code}",
      request.url,
    ]
    curl.standardOutput = pipe
    try curl.run()
    let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
    curl.waitUntilExit()
    let status = Int(String(decoding: said.suffix(3), as: UTF8.self)) ?? 0
    return HTTPClientResponse(
      status: HTTPResponseStatus(code: status), body: .init(bytes: said.dropLast(3)))
  }
}
