import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// From a request to whoever answers it.
extension Load {
  /// Asks the registry; where only a closure can tell, it is asked off the client's context.
  func decide() {
    let (request, body, registry) = (hop.request, hop.body, registry)
    if let decision = registry.decideWithoutClosures(request, body: body) {
      return act(on: decision)
    }
    elsewhere {
      registry.decide(request, body: body)
    } then: { decision in
      self.act(on: decision)
    } orDrop: { decision in
      registry.conclude(decision.exchange, .cancelled)
    }
  }

  private func act(on decision: Decision) {
    let request = decision.request
    hop.exchange = decision.exchange
    hop.snapshot = request
    switch decision.kind {
    case .claimed(let claim):
      hop.claim = claim
      tell(StubEvent(.activated, request, stub: claim.stub)) { self.respond(to: claim) }
    case .refused:
      refuse(request)
    case .released:
      tell(StubEvent(.unmatched, request)) { self.forward() }
    case .ignored:
      forward()
    }
  }

  /// Fails a request that no stub matches, with the report as the text of the error.
  private func refuse(_ request: StubRequest) {
    let (url, origin) = (hop.request.url, origin)
    // The report looks at many stubs and asks the closures of some: not in the client's context.
    elsewhere { [registry] in
      URLError(.resourceUnavailable, registry.nearMissReport(of: request, origin: origin), url: url)
    } then: { error in
      self.tell(StubEvent(.unmatched, request, error: error)) {
        self.fail(error, as: .unmatched)
      }
    }
  }

  /// Has the stub make its response.
  private func respond(to claim: Claim) {
    switch claim.stub.responder {
    case .value(let response):
      deliver(response, of: claim)
    case .closure(let make):
      watch()
      elsewhere { [registry] in
        StubRegistry.$scoped.withValue(registry) { Result { try make(claim.request) } }
      } then: { result in
        self.settle(result, of: claim)
      }
    case .asyncClosure(let make):
      watch()
      work = Task { [registry] in
        let result = await StubRegistry.$scoped.withValue(registry) {
          do {
            return Result<StubResponse, any Error>.success(try await make(claim.request))
          } catch {
            return .failure(error)
          }
        }
        self.inContext { self.settle(result, of: claim) }
      }
    }
  }

  private func settle(_ result: Result<StubResponse, any Error>, of claim: Claim) {
    watchdog?.cancel()
    switch result {
    case .success(let response): deliver(response, of: claim)
    case .failure(let error): fail(error, as: .threw)
    }
  }
}
