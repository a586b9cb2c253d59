import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// From a claim, or a release to the network, to what the client hears.
extension Course {
  /// Has the stub make its response.
  mutating func respond(to claim: Claim) -> Need {
    if case .value(let response) = claim.stub.responder { return deliver(response, of: claim) }
    place = .responding(to: claim)
    return .response(to: claim, within: patience)
  }

  /// Delivers what a stub answers.
  mutating func deliver(_ response: StubResponse, of claim: Claim) -> Need {
    guard let answer = response.resolved(turn: claim.turn, to: claim.request.method) else {
      return forward()
    }
    let conditions = DeliveryPlan.Conditions(
      network: registry.network, uploadBytes: hop.body?.count ?? 0,
      timeLimits: client.limits(of: hop.request), turn: claim.turn, seed: claim.stub.rank.number)
    walk = Walk(along: DeliveryPlan(for: answer, under: conditions))
    return walkOn()
  }

  /// Has the network perform the hop.
  mutating func forward() -> Need {
    guard let scheme = hop.request.url?.scheme?.lowercased(),
      redirects == 0 || ["http", "https"].contains(scheme)
    else {
      return fail(
        URLError(.unsupportedURL, "The redirect does not lead to an http or https URL."))
    }
    hop.isForwarded = true
    place = .walking
    return .network(hop.request, body: hop.body, within: patience)
  }

  /// Takes what the network has brought.
  mutating func take(_ arrival: Arrival) -> Need {
    switch arrival {
    case .head(let head): return receive(head) ?? walkOn()
    case .foreignHead: client.hearForeignHead()
    case .piece(let piece): client.hear(piece, bodySoFar: nil)
    case .end: return end(.finished, as: .passedThrough)
    }
    return walkOn()
  }

  /// Takes every step that is due, up to the first that something is needed for.
  mutating func walkOn(after change: (inout Walk) -> Void = { _ in }) -> Need {
    place = .walking
    guard var walk else { return .arrival(within: patience) }
    // In its place: a copy would copy what is left of the body's schedule with each step.
    self.walk = nil
    change(&walk)
    while true {
      switch walk.next() {
      case .take(let action):
        if let need = take(action, of: &walk) { return need }
      case .wait(let moment):
        self.walk = walk
        return .moment(moment)
      case .pull(let source, let patience):
        self.walk = walk
        return .piece(of: source, within: patience)
      case .nothing:
        return .nothing
      }
    }
  }

  /// Takes a step; nil if the next can follow at once.
  private mutating func take(_ action: DeliveryPlan.Action, of walk: inout Walk) -> Need? {
    switch action {
    case .sent(let bytes):
      client.hearSent(bytes, of: hop.body?.count ?? 0)
    case .head(let head):
      guard let need = receive(head) else { break }
      self.walk = walk
      return need
    case .chunk(let range, let data):
      // The body is not copied again for the handlers: what has arrived is the front of it.
      client.hear(data[in: range], bodySoFar: data.prefix(range.upperBound))
    case .piece(let data):
      client.hear(data, bodySoFar: nil)
    case .finish:
      // Kept, so that the ending lets go of it where a user's objects may end.
      self.walk = walk
      return end(.finished, as: .finished)
    case .fail(let error):
      self.walk = walk
      return fail(error)
    case .hang, .pull:
      return .nothing
    }
    return nil
  }
}

extension Data {
  /// The bytes of a range, counted from 0; the whole is not copied.
  fileprivate subscript(in range: Range<Int>) -> Data {
    range.count == count
      ? self : subdata(in: startIndex + range.lowerBound..<startIndex + range.upperBound)
  }
}
