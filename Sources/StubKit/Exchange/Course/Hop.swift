import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of an exchange: the task's own, a redirect, or one sent again with a credential.
struct Hop {
  let request: URLRequest
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

  init(_ request: URLRequest, body: Data? = nil) {
    self.request = request
    self.body = body
  }

  /// Where a redirect of this hop comes from.
  var origin: String? {
    decision.map { decision in
      let stub = decision.claim.map { " by the stub at \($0.stub.location)" } ?? ""
      return "It was redirected there from \(decision.request)\(stub)."
    }
  }
}
