extension StubResponse {
  /// Decides what the claim with this number gets; nil if its request goes out to the network.
  ///
  /// The first claim is number 0. A response that cannot be produced is one that fails and says why.
  func resolved(turn: Int, to method: StubRequest.Method) -> ResolvedResponse? {
    let turn = max(turn, 0)
    return resolved(turn: turn, claim: turn, to: method)
  }

  /// Decides what the response's own turn gets, within a claim that may be of a sequence around it.
  private func resolved(
    turn: Int, claim: Int, to method: StubRequest.Method
  ) -> ResolvedResponse? {
    // By the claim: the elements of a sequence would otherwise all fail on their first turn or none.
    let fault = delivery.flakiness?.fault(onTurn: claim)
    switch kind {
    case .sequence(let sequence):
      return resolved(from: sequence, turn: turn, claim: claim, to: method)
    case .reply(let draft):
      return resolved(fault.map { .failure($0) } ?? draft.content(for: method))
    case .failure(let error):
      return resolved(.failure(fault ?? error))
    case .hang:
      return resolved(fault.map { .failure($0) } ?? .hang)
    case .passThrough:
      return fault.map { resolved(.failure($0)) }
    }
  }

  private func resolved(_ content: ResolvedResponse.Content) -> ResolvedResponse {
    ResolvedResponse(content: content, delivery: delivery)
  }

  private func resolved(
    from sequence: ResponseSequence, turn: Int, claim: Int, to method: StubRequest.Method
  ) -> ResolvedResponse? {
    switch sequence.element(onTurn: turn) {
    case .success(let element, let elementTurn):
      var response = element
      response.delivery.fill(from: delivery)
      response.amend(by: sequence.amendments)
      return response.resolved(turn: elementTurn, claim: claim, to: method)
    case .failure(let error):
      return resolved(.failure(error))
    }
  }

  /// Applies what was said of a whole sequence, unless the element says so itself.
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
