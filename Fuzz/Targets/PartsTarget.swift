import Foundation

@testable import StubKitFuzzing

/// Any bytes as a body in parts: each part holds what stands there, and is told in a line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzParts(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  switch MultipartForm(of: data, boundary: "x").result {
  case .success(let parts):
    precondition(parts.reduce(0) { $0 + $1.body.count } <= count, "parts hold more than there is")
    for part in parts { precondition(!part.summary(upTo: 10).isEmpty, "a part says nothing") }
  case .failure(let fault):
    precondition(!fault.description.isEmpty, "an error says nothing")
  }
  return 0
}
