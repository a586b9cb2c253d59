import Foundation

@testable import StubKitFuzzing

/// Any bytes as gzip and as zlib, whose output is bounded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInflater(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  if let output = try? Inflater.inflate(data, in: .gzip, limit: 1 << 16) {
    precondition(output.count <= 1 << 16, "more than the limit")
  }
  _ = try? Inflater.inflate(data, in: .zlib, limit: 1 << 16)
  return 0
}
