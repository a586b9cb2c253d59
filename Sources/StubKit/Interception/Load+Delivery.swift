import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// From a response to what the client sees, step by step.
extension Load {
  /// Delivers what a stub answers: at once if the plan allows it, else on the registry's clock.
  func deliver(_ response: StubResponse, of claim: Claim) {
    guard let answer = response.resolved(turn: claim.turn, to: claim.request.method) else {
      return forward()
    }
    let plan = DeliveryPlan(for: answer, under: conditions(of: claim))
    let delivery = Delivery(by: plan, for: self)
    if plan.isImmediate {
      delivery.walkNow()
    } else {
      work = delivery.walk(on: registry.clock)
    }
  }

  private func conditions(of claim: Claim) -> DeliveryPlan.Conditions {
    DeliveryPlan.Conditions(
      network: registry.network, uploadBytes: hop.body?.count ?? 0, timeLimits: timeLimits,
      turn: claim.turn, seed: claim.stub.rank.number)
  }
}

/// The steps of a delivery, each performed in the client's context.
extension Load {
  /// What follows a step.
  enum Progress: Sendable {
    case next
    /// The load is over, or goes on in another way.
    case over
    /// Somebody is being asked whether the delivery goes on.
    case pending(goesOn: Promise<Bool>)
  }

  func perform(_ action: DeliveryPlan.Action) -> Progress {
    switch action {
    case .sent(let bytes):
      reportSent(bytes)
    case .head(let head):
      return receive(head)
    case .chunk(let range, let data):
      // The body is not copied again for the handlers: what has arrived is the front of it.
      channel.load(data[in: range], bodySoFar: data.prefix(range.upperBound))
    case .piece(let data):
      channel.load(data)
    case .finish:
      finish()
      return .over
    case .fail(let error):
      fail(error)
      return .over
    case .pull, .hang:
      // `Delivery` pulls by itself.
      return .over
    }
    return .next
  }

  /// Takes a head in: cookies are kept, a redirect is followed, anything else goes to the client.
  func receive(_ response: StubExchange.Response) -> Progress {
    hop.response = response
    hop.forwarded?.noteHead()
    let url = hop.request.url ?? Self.noURL
    CookieRules(registry: registry, session: channel.session)
      .store(response.headers, from: url, for: hop.request)
    guard let head = ClientChannel.head(response, for: url) else {
      fail(
        URLError(.badServerResponse, "No HTTPURLResponse can be made of status \(response.status).")
      )
      return .over
    }
    if let progress = redirect(after: head, response) { return progress }
    #if canImport(FoundationNetworking)
      if let progress = authenticate(after: head, response) { return progress }
    #endif
    channel.receive(head)
    return .next
  }

  /// Stands in for the URL of a request that has none, since a response must have one.
  private static let noURL = URL(filePath: "/")

  private func reportSent(_ bytes: Int) {
    let sent = Int64(bytes)
    channel.reportSent(sent, of: Int64(hop.body?.count ?? 0), added: sent - hop.sentBytes)
    hop.sentBytes = sent
  }
}

extension Data {
  /// The bytes of a range, counted from 0; the whole is not copied.
  fileprivate subscript(in range: Range<Int>) -> Data {
    range.count == count
      ? self : subdata(in: startIndex + range.lowerBound..<startIndex + range.upperBound)
  }
}
