import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Who hears at once what becomes of a request, and knows the session that it belongs to.
protocol Client: AnyObject {
  /// How long a request may take.
  func limits(of request: URLRequest) -> TimeLimits
  /// A request with the headers and cookies that its session adds.
  func dressed(_ request: URLRequest) -> URLRequest
  /// Keeps the cookies that a response sets.
  func keepCookies(of head: StubResponse.Head, for request: URLRequest)

  /// So much of the request's body has left, all told.
  func hearSent(_ count: Int, of total: Int)
  /// The head of the response has come; a redirect with it is the loading system's to follow.
  func hear(_ head: StubResponse.Head, of request: URLRequest, leadingTo redirect: Redirect?)
  /// The head of the response has come that the door has kept.
  func hearForeignHead()
  /// A piece of the body has come; the body so far comes with it, where somebody has it anyway.
  func hear(_ piece: Data, bodySoFar: Data?)
  /// It is known what became of a hop.
  func hearOutcome(_ outcome: StubExchange.Outcome, error: (any Error)?)
  /// Whatever goes on for a hop stops.
  func stopHop()
  /// What may hold objects of a user's is not needed any more.
  func letGo(of claim: Claim?, and walk: Walk?)
  /// The request is over.
  func hear(_ ending: Ending)
}
