import Foundation

@testable import StubKitFuzzing

/// Any bytes as the output of `curl -is`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTPMessage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  guard let message = try? HTTPMessage(parsing: data) else { return 0 }
  precondition(100...599 ~= message.status, "a status that is none")
  // Whatever is read can be delivered, or the response says why not.
  _ = StubResponse.httpMessage(data: data).resolved(turn: 0, to: .get)
  return 0
}
