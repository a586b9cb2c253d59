import Foundation

@testable import StubKitFuzzing

/// Any bytes as an HTTP archive; what is read must come back from what is written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHAR(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  guard let archive = try? HARArchive(parsing: data) else { return 0 }
  let everything: ArchiveMatching = [.method, .host, .path, .query, .body]
  if let stubs = try? archive.stubs(matching: everything, timing: .recorded) {
    for stub in stubs {
      _ = stub.condition.description
      _ = stub.response.resolved(turn: 1, to: .get)
    }
  }
  let written = archive.data
  guard let again = try? HARArchive(parsing: written) else {
    preconditionFailure("what was written cannot be read")
  }
  precondition(again.json == archive.json, "what was written is not what was read")
  precondition(again.data == written, "the same archive is written in two ways")
  return 0
}
