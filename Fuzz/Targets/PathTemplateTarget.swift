import Foundation

@testable import StubKitFuzzing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Any bytes as a template and, behind the first line break, the path of a URL.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPathTemplate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
  guard let criterion = try? PathCriterion(parsingTemplate: String(parts[0])) else { return 0 }
  let path = parts.count > 1 ? String(parts[1]) : "/"
  guard let url = URL(string: "http://a.test" + path) else { return 0 }
  RequestProbe.examining(URLRequest(url: url), body: .unseen, sight: .full) { probe in
    let isMet = criterion.verdict(on: probe) == .yes
    precondition(isMet || criterion.captures(in: probe).isEmpty, "captures of what does not match")
    _ = (criterion.nearness(of: probe), criterion.hint(in: probe), criterion.description)
  }
  return 0
}
