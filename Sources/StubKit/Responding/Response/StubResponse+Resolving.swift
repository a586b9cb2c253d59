extension StubResponse {
  /// Returns the response for the claim with this number; nil if the request goes to the network.
  ///
  /// The first claim is number 0. A response that cannot be produced fails with the reason.
  ///
  /// - Parameter stub: The title of the stub, for an error.
  func resolved(
    turn: Int, to method: StubRequest.Method, of stub: () -> String = { "the stub" }
  ) -> ResolvedResponse? {
    let turn = max(turn, 0)
    return resolved(turn: turn, claim: turn, to: method, of: stub)
  }

  /// Returns the response for its own turn, within a claim that may be of a surrounding sequence.
  private func resolved(
    turn: Int, claim: Int, to method: StubRequest.Method, of stub: () -> String
  ) -> ResolvedResponse? {
    // By the claim: otherwise all elements of a sequence would fail on their first turn, or none.
    if case .sequence(let sequence) = kind {
      return resolved(from: sequence, turn: turn, claim: claim, to: method, of: stub)
    }
    if var failure = delivery.flakiness?.failure(onTurn: claim) {
      var ownDelivery = delivery
      ownDelivery.flakiness = nil
      failure.delivery.fill(from: ownDelivery)
      return failure.resolved(turn: turn, claim: claim, to: method, of: stub)
    }
    switch kind {
    case .sequence: return nil
    case .reply(let draft):
      return resolved(draft.content(for: method))
    case .failure(let error):
      return resolved(.failure(error))
    case .hang:
      return resolved(.hang)
    case .passThrough:
      return nil
    }
  }

  private func resolved(_ content: ResolvedResponse.Content) -> ResolvedResponse {
    ResolvedResponse(content: content, delivery: delivery)
  }

  private func resolved(
    from sequence: ResponseSequence, turn: Int, claim: Int, to method: StubRequest.Method,
    of stub: () -> String
  ) -> ResolvedResponse? {
    switch sequence.element(onTurn: turn, of: stub) {
    case .success(let element, let elementTurn):
      var response = element
      response.delivery.fill(from: delivery)
      response.amend(by: sequence.amendments)
      return response.resolved(turn: elementTurn, claim: claim, to: method, of: stub)
    case .failure(let error):
      return resolved(.failure(error))
    }
  }

  /// Applies the values of a whole sequence, unless the element has its own.
  private mutating func amend(by amendments: ReplyAmendments) {
    guard !amendments.isEmpty else { return }
    switch kind {
    case .reply(let draft): kind = .reply(draft.amended(by: amendments))
    case .sequence(var inner):
      inner.amendments.fill(from: amendments)
      kind = .sequence(inner)
    case .failure, .hang, .passThrough: break
    }
  }
}
