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

  /// Delivers what a stub answers, if nobody holds it back.
  mutating func deliver(_ response: StubResponse, of claim: Claim) -> Need {
    let answer = response.resolved(turn: claim.turn, to: claim.request.method) {
      claim.stub.titleWithCondition
    }?.ranged(for: claim.request)
    guard registry.director != nil else { return deliver(answer, of: claim) }
    place = .holding(claim)
    return .leave(for: answer, of: claim)
  }

  /// Delivers an answer; where there is none the network performs the hop.
  mutating func deliver(_ answer: ResolvedResponse?, of claim: Claim) -> Need {
    guard let answer else { return forward() }
    if let reply = answer.replyWithoutBody, let issue = registry.remark(on: reply, of: claim.stub) {
      place = .telling(then: .deliver(answer, of: claim))
      return .telling(of: issue, to: reporter, within: patience)
    }
    return start(answer, of: claim)
  }

  /// Begins to deliver an answer.
  mutating func start(_ answer: ResolvedResponse, of claim: Claim) -> Need {
    let conditions = DeliveryPlan.Conditions(
      network: registry.network, uploadBytes: hop.body?.count ?? 0,
      timeLimits: client.limits(of: hop.request), turn: claim.turn, seed: claim.stub.rank.number)
    walk = Walk(along: DeliveryPlan(for: answer, under: conditions))
    return walkOn()
  }

  /// Has the network perform the hop.
  mutating func forward() -> Need {
    let url = hop.request.url
    if redirects > 0 || url?.scheme == nil, let refusal = Redirection.refusal(of: url) {
      return fail(refusal)
    }
    hop.isForwarded = true
    hop.transcript.isForwarded = true
    // It may be long until the network says anything.
    hop.isNoted = false
    noteProgress()
    place = .walking
    return .network(hop.request, body: hop.body, within: patience)
  }

  /// Takes what the network has brought.
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

  /// Takes every step that is due, up to the first that something is needed for.
  mutating func walkOn(after change: (inout Walk) -> Void = { _ in }) -> Need {
    place = .walking
    guard var walk else {
      noteProgress()
      return .arrival(within: patience)
    }
    // In its place: a copy would copy what is left of the body's schedule with each step.
    self.walk = nil
    change(&walk)
    while true {
      switch walk.next() {
      case .take(let action):
        if let need = take(action, of: &walk) { return need }
      case .wait(let moment):
        self.walk = walk
        noteProgress()
        return .moment(moment)
      case .pull(let source, let patience):
        self.walk = walk
        noteProgress()
        return .piece(of: source, within: patience)
      case .nothing:
        noteProgress()
        return .nothing
      }
    }
  }

  /// Lets the log know how far the answer has come, before there is something to wait for.
  private mutating func noteProgress() {
    guard !hop.isNoted, let exchange = hop.decision?.exchange else { return }
    hop.isNoted = true
    registry.note(hop.transcript, hop.head, of: exchange)
  }

  /// Keeps a piece of a body that nobody else keeps, for the log.
  private mutating func keep(_ piece: Data) {
    guard hop.decision?.exchange != nil else { return }
    hop.isNoted = false
    hop.transcript.add(piece, at: now(), keeping: registry.logLimit.responseBytes)
  }

  /// Takes a step; nil if the next can follow at once.
  private mutating func take(_ action: DeliveryPlan.Action, of walk: inout Walk) -> Need? {
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
      // The body is not copied again for the handlers: what has arrived is the front of it.
      let bodySoFar = range.upperBound == data.count ? data : data.prefix(range.upperBound)
      hop.isNoted = false
      hop.transcript.take(bodySoFar, at: now(), keeping: registry.logLimit.responseBytes)
      client.hear(data[in: range], bodySoFar: bodySoFar)
    case .piece(let data):
      keep(data)
      client.hear(data, bodySoFar: nil)
    case .finish:
      // Kept, so that the ending lets go of it where a user's objects may end.
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
  /// The bytes of a range, counted from 0; the whole is not copied.
  fileprivate subscript(in range: Range<Int>) -> Data {
    range.count == count
      ? self : subdata(in: startIndex + range.lowerBound..<startIndex + range.upperBound)
  }
}
