import Foundation

/// What the C library says of its heap.
struct HeapReport {
  /// The kilobytes that somebody has allocated and not given back.
  let allocated: Int

  /// What it says now; nil where it does not.
  ///
  /// Its function is not declared to Swift, so that it is looked up. It writes XML, whose totals
  /// stand at the end.
  static var now: HeapReport? {
    typealias Report = @convention(c) (CInt, UnsafeMutablePointer<FILE>?) -> CInt
    guard let symbol = dlsym(nil, "malloc_info") else { return nil }
    let report = unsafeBitCast(symbol, to: Report.self)
    var text: UnsafeMutablePointer<CChar>?
    var count = 0
    guard let file = open_memstream(&text, &count) else { return nil }
    let isWritten = report(0, file) == 0
    fclose(file)
    defer { free(text) }
    guard isWritten, let text else { return nil }
    return HeapReport(xml: String(cString: text))
  }

  private init?(xml: String) {
    func last(_ element: String) -> Int? {
      guard let start = xml.range(of: "<\(element)", options: .backwards)?.upperBound,
        let size = xml.range(of: "size=\"", range: start..<xml.endIndex)?.upperBound
      else { return nil }
      return Int(xml[size...].prefix { $0 != "\"" })
    }
    guard let system = last("system type=\"current\""), let fast = last("total type=\"fast\""),
      let rest = last("total type=\"rest\""), let mapped = last("total type=\"mmap\"")
    else { return nil }
    allocated = (system - fast - rest + mapped) / 1_024
  }
}
