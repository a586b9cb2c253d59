/// Carries a closure that was written for OHHTTPStubs to another thread.
///
/// OHHTTPStubs, too, calls it on threads of the loading system without asking for `Sendable`.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  static func wrapping(_ value: Value?) -> Unchecked? {
    value.map(Unchecked.init)
  }
}
