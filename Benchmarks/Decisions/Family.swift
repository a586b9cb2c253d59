import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stubs that are told apart by one thing, with the requests they answer.
struct Family: Sendable {
  /// A closure that says whether a request is meant: how most libraries write a condition.
  typealias Closure = @Sendable (URLRequest) -> Bool

  let name: String
  /// What the index looks these stubs up by; nil if it cannot.
  let bound: Bound?
  /// The largest number of stubs that is worth the time.
  let largest: Int
  /// The largest number for which the closure scan is worth the time.
  let largestScan: Int
  /// The condition of the stub of a number.
  let condition: @Sendable (Int) -> RequestMatcher
  /// The same as a closure.
  let closure: @Sendable (Int) -> Closure
  /// A request that only the stub of this number answers.
  let request: @Sendable (Int) -> URLRequest

  /// What is to be held at the door: so many times the bare cost, with any number of stubs.
  ///
  /// A hit allocates nothing on the heap.
  struct Bound: Sendable {
    /// A request that a stub answers.
    let hit: Double
    /// A request that passes; nil if nothing is held.
    let pass: Double?
  }

  init(
    _ name: String, bound: Bound? = nil, largest: Int = 1_000_000, largestScan: Int = 100_000,
    condition: @escaping @Sendable (Int) -> RequestMatcher,
    closure: @escaping @Sendable (Int) -> Closure,
    request: @escaping @Sendable (Int) -> URLRequest
  ) {
    self.name = name
    self.bound = bound
    self.largest = largest
    self.largestScan = largestScan
    self.condition = condition
    self.closure = closure
    self.request = request
  }
}

/// A request to an address that is known to be one.
func request(
  _ address: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil
) -> URLRequest {
  guard let url = URL(string: address) else { preconditionFailure("\(address) is no URL") }
  var request = URLRequest(url: url)
  request.httpMethod = method
  for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
  request.httpBody = body.map { Data($0.utf8) }
  return request
}
