import Foundation

extension Course {
  mutating func respond(to claim: Claim) -> Effect {
    if case .value(let response) = claim.stub.responder { return deliver(response, of: claim) }
    place = .responding(to: claim)
    return .response(to: claim, within: timeLimits())
  }

  /// In an exploration, the director decides when the response is delivered.
  mutating func deliver(_ response: StubResponse, of claim: Claim) -> Effect {
    let answer = response.resolved(turn: claim.turn, to: claim.request.method) {
      claim.stub.titleWithCondition
    }?.ranged(for: claim.request)
    guard registry.director != nil else { return deliver(answer, of: claim) }
    place = .holding(claim)
    return .leave(for: answer, of: claim)
  }

  /// If the answer is nil, the network performs the hop.
  mutating func deliver(_ answer: ResolvedResponse?, of claim: Claim) -> Effect {
    guard let answer else { return forward() }
    hop.transcript.isFault = answer.isFault
    hop.transcript.isOfStubServer = !client.isSession && ServedPorts.contain(hop.request.url)
    if let reply = answer.replyThatLosesBody, let issue = registry.remark(on: reply, of: claim.stub)
    {
      place = .telling(then: .deliver(answer, of: claim))
      return .telling(of: issue, to: reporter, within: patience)
    }
    return start(answer, of: claim)
  }

  mutating func start(_ answer: ResolvedResponse, of claim: Claim) -> Effect {
    let network = registry.network
    if network == nil, let reply = answer.replyAtOnce, !reply.head.mayLeadOn,
      case .value = claim.stub.responder, hop.body?.isEmpty ?? true
    {
      return tell(reply)
    }
    let conditions = DeliveryPlan.Conditions(
      network: network, uploadBytes: hop.body?.count ?? 0,
      timeLimits: timeLimits(), waited: simulatedTime(since: asked), turn: claim.turn,
      seed: claim.stub.rank.number)
    walk = DeliveryPlan(for: answer, under: conditions)
    return walkOn()
  }

  /// Most replies are complete and nothing delays them, so they need no plan.
  private mutating func tell(_ reply: (head: StubResponse.Head, body: Data)) -> Effect {
    place = .walking
    let (head, body) = reply
    if let effect = receive(head, followedBy: .exactly(body.count)) { return effect }
    if !body.isEmpty { tell(body, of: body) }
    return end(.finished, as: .finished)
  }

  private mutating func tell(_ chunk: Data, of bodySoFar: Data) {
    hop.isNoted = false
    hop.transcript.take(bodySoFar, at: now(), keeping: registry.logLimit.responseBytes)
    client.hear(chunk, bodySoFar: bodySoFar)
  }

  mutating func forward() -> Effect {
    let url = hop.request.url
    if url?.scheme == nil { return fail(URLError.described(.unsupportedURL)) }
    if !client.isSession, ServedPorts.contain(url) {
      return fail(
        URLError.brokenResponse(
          .unsupportedURL, "The stub server cannot pass a request on to itself."))
    }
    hop.transcript.isForwarded = true
    // The network may take long to answer, so the log is updated first.
    hop.isNoted = false
    noteProgress()
    place = .walking
    return .network(hop.request, body: hop.body, credential: hop.credential, within: patience)
  }

  /// The network performs the hop once more, under the same decision.
  mutating func forward(with credential: String) -> Effect {
    client.stopHop()
    var again = Hop(
      request: client.dressed(hop.requestWithOwnCookies, isOwn: false),
      plainRequest: hop.plainRequest, body: hop.body)
    again.transcript.asked = hop.transcript.asked
    again.decision = hop.decision
    again.credential = credential
    hop = again
    return forward()
  }

  mutating func take(_ arrival: Arrival) -> Effect {
    switch arrival {
    case .head(let head): return receive(head, followedBy: .unknown) ?? walkOn()
    case .foreignHead(let head): client.hear(foreignHead: head)
    case .piece(let piece):
      keep(piece)
      client.hear(piece, bodySoFar: nil)
    case .end: return end(.finished, as: .passedThrough)
    }
    return walkOn()
  }

  mutating func walkOn(after change: (inout DeliveryPlan) -> Void = { _ in }) -> Effect {
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
        if let effect = take(action, of: &walk) { return effect }
      case .wait(let moment):
        self.walk = walk
        noteProgress()
        return .moment(moment)
      case .pull(let source):
        self.walk = walk
        noteProgress()
        return .piece(of: source, within: walk.timeLimits.spending(walk.now))
      case .nothing:
        noteProgress()
        return .nothing
      }
    }
  }

  private mutating func noteProgress() {
    guard !hop.isNoted, let exchange = hop.decision?.exchange else { return }
    hop.isNoted = true
    registry.note(hop.transcript, hop.head, of: exchange)
  }

  private mutating func keep(_ piece: Data) {
    guard hop.decision?.exchange != nil else { return }
    hop.isNoted = false
    hop.transcript.add(piece, at: now(), keeping: registry.logLimit.responseBytes)
  }

  /// Takes a step of the delivery; nil if the next step can follow at once.
  private mutating func take(_ action: DeliveryPlan.Action, of walk: inout DeliveryPlan) -> Effect?
  {
    switch action {
    case .sent(let bytes):
      hop.transcript.sent = now()
      hop.isNoted = false
      client.hearSent(bytes, of: hop.body?.count ?? 0)
    case .head(let head):
      guard let effect = receive(head, followedBy: walk.bodyLength) else { break }
      self.walk = walk
      return effect
    case .chunk(let range, let data):
      // A prefix shares the body's memory, so neither the log nor the client copies it.
      let bodySoFar = range.upperBound == data.count ? data : data.prefix(range.upperBound)
      let start = data.startIndex + range.lowerBound
      let isWhole = range.count == data.count
      tell(isWhole ? data : data.subdata(in: start..<start + range.count), of: bodySoFar)
    case .piece(let data):
      keep(data)
      client.hear(data, bodySoFar: nil)
    case .finish:
      // Stored again, so that `letGo` releases it where deinits of a user's objects may run.
      self.walk = walk
      return end(.finished, as: .finished)
    case .fail(let error):
      self.walk = walk
      return fail(error)
    case .hang:
      noteProgress()
      return .nothing
    }
    return nil
  }
}

/// Ends the request: closes the exchange, tells the test, then the event handlers, then the client.
extension Course {
  mutating func fail(_ error: any Error, as outcome: StubExchange.Outcome = .failed) -> Effect {
    let isBroken = outcome == .failed && (error as? URLError)?.isOfBrokenResponse == true
    let outcome = isBroken ? .cannotRespond : outcome
    let error: any Error = (error as? URLError).map(hidingSecrets) ?? error
    return end(.failed(error, as: outcome), as: outcome)
  }

  mutating func end(_ ending: Ending, as outcome: StubExchange.Outcome) -> Effect {
    let error: (any Error)? =
      switch ending {
      case .finished: nil
      case .failed(let error, _): error
      case .cancelled: hidingSecrets(URLError(.cancelled))
      }
    var issue = conclude(as: outcome, error: error)
    if issue != nil, reporter == nil, registry.reporter == nil { issue = nil }
    client.stopHop()
    let event = event(.finished, error: error)
    guard let effect = judge(after: issue) else { return say(ending, after: event) }
    place = .ending(ending, event)
    return effect
  }

  /// The effect that reports the issue and judges the ended exchanges; nil if there is neither.
  mutating func judge(after issue: StubIssue? = nil) -> Effect? {
    if issue == nil, unjudged.isEmpty { return nil }
    defer { unjudged = [] }
    return .telling(of: issue, judging: unjudged, to: reporter, within: patience)
  }

  /// Hides the secrets in an error, since a test that throws it prints its user info, with the URL.
  func hidingSecrets(_ error: URLError) -> URLError {
    registry.discretion.shown(error.failing(hop.request.url), of: hop.request)
  }

  mutating func say(_ ending: Ending, after event: StubEvent?) -> Effect {
    if let event {
      place = .ending(ending, nil)
      return .hearing(of: event, within: patience)
    }
    place = .over
    client.hear(ending)
    letGo()
    return .nothing
  }

  /// Has the client release the claim and the plan, since that may run deinits of a user's objects.
  mutating func letGo() {
    let claim = hop.decision?.claim
    // Most answers have no walk, and copying even a nil one takes long.
    if walk != nil {
      client.letGo(of: claim, and: walk)
    } else if claim != nil {
      client.letGo(of: claim, and: nil)
    }
    hop.decision = nil
    walk = nil
  }

  @discardableResult
  mutating func conclude(
    as outcome: StubExchange.Outcome, error: (any Error)? = nil
  ) -> StubIssue? {
    guard let decision = hop.decision else { return nil }
    let (issue, exchanges) = registry.conclude(
      decision.exchange, outcome, response: hop.head, error: error, transcript: hop.transcript)
    unjudged += exchanges
    client.hearOutcome(outcome, error: error)
    return issue
  }
}
