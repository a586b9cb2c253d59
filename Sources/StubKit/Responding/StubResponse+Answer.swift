extension StubResponse {
  /// Decides what the claim with this number gets; the first is number 0.
  ///
  /// It never throws: a response that cannot be produced is an answer that fails and says why.
  func answer(turn: Int, to method: StubRequest.Method) -> Answer {
    let turn = max(turn, 0)
    if let fault = simulation.flakiness?.fault(onTurn: turn) {
      return Answer(content: .failure(fault), simulation: simulation)
    }
    switch kind {
    case .reply(let draft):
      return Answer(content: draft.content(for: method), simulation: simulation)
    case .failure(let error):
      return Answer(content: .failure(error), simulation: simulation)
    case .hang:
      return Answer(content: .hang, simulation: simulation)
    case .passThrough:
      return Answer(content: .passThrough, simulation: simulation)
    case .sequence(let sequence):
      return answer(from: sequence, turn: turn, to: method)
    }
  }

  private func answer(
    from sequence: ResponseSequence, turn: Int, to method: StubRequest.Method
  ) -> Answer {
    switch sequence.element(onTurn: turn) {
    case .success(let element, let elementTurn):
      var response = element
      response.simulation.fill(from: simulation)
      response.amend(by: sequence.amendments)
      return response.answer(turn: elementTurn, to: method)
    case .failure(let error):
      return Answer(content: .failure(error), simulation: simulation)
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
