// As much of NIOHTTP1 as a snippet uses.

package struct HTTPResponseStatus: Sendable, Equatable {
  package let code: Int

  package init(code: Int) { self.code = code }

  package static let ok = HTTPResponseStatus(code: 200)
}
