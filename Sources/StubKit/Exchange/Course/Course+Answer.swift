import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Delivers the answer of a stub or of the network to the client.
extension Course {
  mutating func respond(to claim: Claim) -> Need {
    if case .value(let response) = claim.stub.responder { return deliver(response, of: claim) }
    place = .responding(to: claim)
    return .response(to: claim, within: patience)
  }

  /// Delivers a stub's response; in an exploration its director decides when.
  mutating func deliver(_ response: StubResponse, of claim: Claim) -> Need {
    let answer = response.resolved(turn: claim.turn, to: claim.request.method) {
      claim.stub.titleWithCondition
    }?.ranged(for: claim.request)
    guard registry.director != nil else { return deliver(answer, of: claim) }
    place = .holding(claim)
    return .leave(for: answer, of: claim)
  }

  /// Delivers an answer; without one the network performs the hop.
  mutating func deliver(_ answer: ResolvedResponse?, of claim: Claim) -> Need {
    guard let answer else { return forward() }
    if let reply = answer.replyWithoutBody, let issue = registry.remark(on: reply, of: claim.stub) {
      place = .telling(then: .deliver(answer, of: claim))
      return .telling(of: issue, to: reporter, within: patience)
    }
    return start(answer, of: claim)
  }

  mutating func start(_ answer: ResolvedResponse, of claim: Claim) -> Need {
    let conditions = DeliveryPlan.Conditions(
      network: registry.network, uploadBytes: hop.body?.count ?? 0,
      timeLimits: client.limits(of: hop.request), turn: claim.turn, seed: claim.stub.rank.number)
    walk = DeliveryCursor(DeliveryPlan(for: answer, under: conditions))
    return walkOn()
  }

  mutating func forward() -> Need {
    let url = hop.request.url
    if redirects > 0 || url?.scheme == nil, let refusal = Redirection.refusal(of: url) {
      return fail(refusal)
    }
    hop.isForwarded = true
    hop.transcript.isForwarded = true
    // The network may take long to answer, so the log is told first.
    hop.isNoted = false
    noteProgress()
    place = .walking
    return .network(hop.request, body: hop.body, within: patience)
  }

  mutating func take(_ arrival: Arrival) -> Need {
    switch arrival {
    case .head(let head): return receive(head) ?? walkOn()
    case .foreignHead: client.hearForeignHead()
    case .piece(let piece):
      keep(piece)
      client.hear(piece, bodySoFar: nil)
    case .end: return end(.finished, as: .passedThrough)
    }
    return walkOn()
  }

  /// Takes the steps that are due, up to the first one that has to wait.
  mutating func walkOn(after change: (inout DeliveryCursor) -> Void = { _ in }) -> Need {
    place = .walking
    guard var walk else {
      noteProgress()
      return .arrival(within: patience)
    }
    // Taken out of `self`, because a second reference would make each step copy the schedule.
    self.walk = nil
    change(&walk)
    while true {
      switch walk.due() {
      case .take(let action):
        if let need = take(action, of: &walk) { return need }
      case .wait(let moment):
        self.walk = walk
        noteProgress()
        return .moment(moment)
      case .pull(let source, let lastProgress):
        self.walk = walk
        noteProgress()
        let patience = Patience(walk.timeLimits, lastProgress: lastProgress)
        return .piece(of: source, within: patience)
      case .nothing:
        noteProgress()
        return .nothing
      }
    }
  }

  /// Tells the log how far the answer has come, before the course waits.
  private mutating func noteProgress() {
    guard !hop.isNoted, let exchange = hop.decision?.exchange else { return }
    hop.isNoted = true
    registry.note(hop.transcript, hop.head, of: exchange)
  }

  /// Copies a piece of the body for the log.
  private mutating func keep(_ piece: Data) {
    guard hop.decision?.exchange != nil else { return }
    hop.isNoted = false
    hop.transcript.add(piece, at: now(), keeping: registry.logLimit.responseBytes)
  }

  /// Takes a step; nil if the next step can follow at once.
  private mutating func take(_ action: DeliveryPlan.Action, of walk: inout DeliveryCursor) -> Need?
  {
    switch action {
    case .sent(let bytes):
      hop.transcript.sent = now()
      hop.isNoted = false
      client.hearSent(bytes, of: hop.body?.count ?? 0)
    case .head(let head):
      guard let need = receive(head) else { break }
      self.walk = walk
      return need
    case .chunk(let range, let data):
      // A prefix shares the body's memory, so nothing is copied for the event handlers.
      let bodySoFar = range.upperBound == data.count ? data : data.prefix(range.upperBound)
      hop.isNoted = false
      hop.transcript.take(bodySoFar, at: now(), keeping: registry.logLimit.responseBytes)
      client.hear(data[in: range], bodySoFar: bodySoFar)
    case .piece(let data):
      keep(data)
      client.hear(data, bodySoFar: nil)
    case .finish:
      // Stored again, so that the ending releases it where deinits of a user's objects may run.
      self.walk = walk
      return end(.finished, as: .finished)
    case .fail(let error):
      self.walk = walk
      return fail(error)
    case .hang, .pull:
      noteProgress()
      return .nothing
    }
    return nil
  }
}

extension Data {
  /// The bytes in a range that counts from 0; the whole range is not copied.
  fileprivate subscript(in range: Range<Int>) -> Data {
    range.count == count
      ? self : subdata(in: startIndex + range.lowerBound..<startIndex + range.upperBound)
  }
}
