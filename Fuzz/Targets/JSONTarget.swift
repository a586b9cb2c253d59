import Foundation

@testable import StubKitFuzzing

/// Any bytes as JSON; what is read must come back from what is written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  do {
    let json = try StubJSON(parsing: data)
    let again = try StubJSON(parsing: json.data)
    precondition(again == json, "what was written is not what was read")
  } catch let error as StubJSON.ParsingError {
    precondition(0...count ~= error.offset, "an error outside of the text")
  } catch {
    preconditionFailure("an error without a place: \(error)")
  }
  return 0
}
