import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of an exchange: the task's own, a redirect, or one sent again with a credential.
struct Hop {
  let request: URLRequest
  /// The request before its session added headers and cookies.
  let plainRequest: URLRequest
  let body: Data?
  /// Nil until it is made, and after the loading system has taken over.
  var decision: Decision?
  var head: StubResponse.Head?
  var isForwarded = false
  var transcript = Transcript()
  /// Whether the log has the current state of the transcript.
  var isNoted = true

  init(_ request: URLRequest, madeOf plainRequest: URLRequest, body: Data? = nil) {
    self.request = request
    self.plainRequest = plainRequest
    self.body = body
  }

  /// The request without the cookies that its session added.
  var requestWithOwnCookies: URLRequest {
    var request = request
    let field = "Cookie"
    request.setValue(plainRequest.value(forHTTPHeaderField: field), forHTTPHeaderField: field)
    return request
  }

  /// The sentence that says where a redirect of this hop comes from.
  var origin: String? {
    decision.map { decision in
      let stub = decision.claim.map { " by the stub at \($0.stub.location)" } ?? ""
      return "It was redirected there from \(decision.request)\(stub)."
    }
  }
}
