import Foundation

@testable import StubKitFuzzing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Any bytes as a form; the criterion that is made of it must find it again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzForm(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  let criterion = ItemsCriterion(.form, StubRequest.Form(data).items, allowingOthers: false)
  // What is printed is made of the same parts each time, and costs more than all the rest.
  let isShown = count <= 48
  if isShown { _ = criterion.description }
  let request = URLRequest(url: URL(filePath: "/"))
  RequestProbe.examining(request, body: .seen(data), sight: .full) { probe in
    precondition(criterion.verdict(on: probe) == .yes, "a form that does not match itself")
    guard isShown else { return }
    _ = criterion.finding(in: probe)
    _ = criterion.nearness(of: probe)
  }
  return 0
}
