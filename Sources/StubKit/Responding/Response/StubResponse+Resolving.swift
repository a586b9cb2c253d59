import Foundation

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
    if case .sequence(let sequence) = kind {
      do {
        var (element, elementTurn) = try sequence.element(onTurn: turn, of: stub)
        element.delivery.fill(from: delivery)
        return element.amended(by: sequence)
          .resolved(turn: elementTurn, claim: claim, to: method, of: stub)
      } catch {
        return resolved(.failure(error))
      }
    }
    // By the claim: otherwise all elements of a sequence would fail on their first turn, or none.
    if var failure = delivery.flakiness?.failure(onTurn: claim) {
      var ownDelivery = delivery
      ownDelivery.flakiness = nil
      failure.delivery.fill(from: ownDelivery)
      return failure.resolved(turn: turn, claim: claim, to: method, of: stub)
    }
    switch kind {
    case .reply(let draft): return resolved(draft.content(for: method))
    case .failure(let error): return resolved(.failure(error))
    case .hang: return resolved(.hang)
    case .passThrough, .sequence: return nil
    }
  }

  private func resolved(_ content: ResolvedResponse.Content) -> ResolvedResponse {
    ResolvedResponse(content: content, delivery: delivery)
  }

  /// Applies the values of a whole sequence, unless the element has its own.
  private func amended(by sequence: ResponseSequence) -> StubResponse {
    if sequence.status == nil, sequence.headers.isEmpty { return self }
    return changing {
      $0.amended(by: sequence)
    } orSequence: {
      $0.status = $0.status ?? sequence.status
      $0.headers.fill(from: sequence.headers)
    }
  }
}
