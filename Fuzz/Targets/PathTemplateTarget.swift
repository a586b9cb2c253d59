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
  guard let criterion = try? PathTemplateCriterion(parsing: String(parts[0])) else { return 0 }
  let path = parts.count > 1 ? String(parts[1]) : "/"
  let url = URL(string: "http://a.test" + path) ?? URL(filePath: "/")
  _ = RequestMatcher(criterion).evaluate(StubRequest(URLRequest(url: url)))
  return 0
}
