/// Carries a closure that was written for OHHTTPStubs to the thread that calls it.
///
/// OHHTTPStubs calls them on threads of the loading system, and asks nothing of what they hold.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  static func wrapping(_ value: Value?) -> Unchecked? {
    value.map(Unchecked.init)
  }
}
