import Foundation

@testable import StubKitFuzzing

/// Any bytes as a Mocktail file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMocktail(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  guard let mocktail = try? Mocktail(parsing: data) else { return 0 }
  _ = mocktail.condition.description
  _ = mocktail.response.resolved(turn: 0, to: .get)
  return 0
}
