import Foundation

@testable import StubKitFuzzing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Any bytes as the text of a URL; the criteria that are made of its query must find it again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzQuery(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let scanned = ScannedURL(scanning: bytes)
  _ = (scanned.schemeString, scanned.host, scanned.port, scanned.path)
  // Each item is looked for in the whole query, so that many of them would take most of the time.
  let items = Array(scanned.queryItems.prefix(12))

  var address = URLComponents()
  address.scheme = "http"
  address.host = "a.test"
  address.queryItems = items
  guard let url = address.url else { return 0 }
  let criterion = ItemsCriterion(.query, items, allowingOthers: false)
  let archived = ArchivedQueryCriterion(items: QueryItem.grouping(items))
  RequestProbe.examining(URLRequest(url: url), body: .unseen, sight: .full) { probe in
    // Foundation writes no items as an empty query, in which there is one item without a name.
    guard !items.isEmpty, probe.url.queryItems == items else { return }
    precondition(criterion.verdict(on: probe) == .yes, "a query that does not match itself")
    precondition(archived.verdict(on: probe) == .yes, "an archived query that does not match")
    if count <= 48 { _ = criterion.finding(in: probe) }
  }
  return 0
}
