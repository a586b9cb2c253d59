// As much of NIOCore as a snippet uses.

package import Foundation

package struct ByteBuffer: Sendable {
  fileprivate let bytes: Data

  package init(bytes: Data) { self.bytes = bytes }
}

extension String {
  package init(buffer: ByteBuffer) { self.init(decoding: buffer.bytes, as: UTF8.self) }
}

package struct TimeAmount: Sendable {
  package let seconds: Int64

  package static func seconds(_ seconds: Int64) -> TimeAmount { TimeAmount(seconds: seconds) }
}
