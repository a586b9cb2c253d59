package import Foundation

/// A client that is no session of this process, and receives the answer to its request.
package protocol OutsideClient: AnyObject, Sendable {
  /// Runs a block later in the client's context, even if the client itself is gone by then.
  func perform(_ block: @escaping @Sendable () -> Void)
  func hear(_ head: StubResponse.Head, followedBy body: BodyLength)
  func hear(_ piece: Data)
  func hear(_ ending: Ending)
}

/// Answers an `OutsideClient`'s request; its methods are to be called in the client's context.
///
/// The client follows redirects by requests of its own, and keeps its own cookies and time limits.
package final class OutsideExchange: PerformingDoor, Door, @unchecked Sendable {
  private let client: any OutsideClient
  private var listener: (any OutsideClient)?
  private var passage: Passage?

  /// `remark` is a sentence for the report if no stub matches.
  package init(
    of request: URLRequest, answeredBy registry: StubRegistry, toldTo client: any OutsideClient,
    reporter: IssueReporter?, remark: String? = nil
  ) {
    (self.client, listener) = (client, client)
    super.init(
      answeredBy: registry, on: nil, in: nil, drainedBy: Drain { client.perform($0) },
      reporter: reporter)
    passage = Passage(
      of: request, answeredBy: registry, through: self,
      reporter: reporter?.ifTelling, origin: remark)
  }

  package func start() {
    begin(atTheEndOf: nil)
    step { passage?.start() }
  }

  package func pause() { passage?.pause() }
  package func resume() { step { passage?.resume() } }
  package func cancel() { step { passage?.cancel() } }

  override func inContext(_ block: @escaping @Sendable () -> Void) { client.perform(block) }

  func hear(
    _ head: StubResponse.Head, followedBy body: BodyLength, of request: URLRequest,
    leadingTo redirect: Redirect?
  ) { listener?.hear(network == nil ? head : head.decoded, followedBy: body) }

  func hear(_ piece: Data, bodySoFar: Data?) { listener?.hear(piece) }

  func hear(_ ending: Ending) {
    timed?.noteEnd()
    listener?.hear(ending)
    passage = nil
  }

  func abandon() { listener = nil }

  func dressed(_ request: URLRequest, isOwn: Bool) -> URLRequest { request }
  func removeSessionCookies(from request: inout URLRequest) {}
  func keepCookies(of head: StubResponse.Head, for request: URLRequest) {}
  func hearSent(_ count: Int, of total: Int) {}
  func hear(foreignHead: URLResponse) {}
}

extension StubResponse.Head {
  /// The head of the network's answer, for a body that is already unframed and decoded.
  fileprivate var decoded: StubResponse.Head {
    var head = self
    head.headers.remove("Transfer-Encoding")
    if head.headers.contains("Content-Encoding") { head.headers.removeBodyFields() }
    return head
  }
}
