/// Carries a closure that was written for OHHTTPStubs to the thread that calls it.
///
/// OHHTTPStubs calls such closures on the loading system's threads, without asking for `Sendable`.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  static func wrapping(_ value: Value?) -> Unchecked? {
    value.map(Unchecked.init)
  }
}
