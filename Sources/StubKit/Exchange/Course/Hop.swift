import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of an exchange: the task's own, a redirect, or one sent again with a credential.
struct Hop {
  let request: URLRequest
  /// The same before its session added headers and cookies to it.
  let plainRequest: URLRequest
  let body: Data?
  /// Who answers it; nil until that is known, and once the loading system has taken over.
  var decision: Decision?
  /// The head of its response.
  var head: StubResponse.Head?
  /// Whether the network performs it.
  var isForwarded = false
  /// What came back, and when.
  var transcript = Transcript()
  /// Whether the log knows how far it has come.
  var isNoted = true

  init(_ request: URLRequest, madeOf plainRequest: URLRequest, body: Data? = nil) {
    self.request = request
    self.plainRequest = plainRequest
    self.body = body
  }

  /// The request with no cookies but those that were written into it.
  var requestWithOwnCookies: URLRequest {
    var request = request
    let field = "Cookie"
    request.setValue(plainRequest.value(forHTTPHeaderField: field), forHTTPHeaderField: field)
    return request
  }

  /// Where a redirect of this hop comes from.
  var origin: String? {
    decision.map { decision in
      let stub = decision.claim.map { " by the stub at \($0.stub.location)" } ?? ""
      return "It was redirected there from \(decision.request)\(stub)."
    }
  }
}
