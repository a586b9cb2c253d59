package import Foundation

extension RecordedExchange {
  /// `origin` is when the registry's clock began; a pending request has waited until `now`.
  ///
  /// `room` is the number of bytes left for bodies; each body that fits reduces it.
  package init(_ exchange: StubExchange, origin: Date, until now: Duration, within room: inout Int)
  {
    let (request, transcript, asked) = (exchange.request, exchange.transcript, exchange.asked)
    // A body that does not fit is still searched for secrets, unless it is too long for that.
    func take(_ body: Data?) -> (isKept: Bool, seen: Data?) {
      let count = body?.count ?? 0
      let isKept = count <= room
      if isKept { room -= count }
      return (isKept, isKept || count <= Discretion.largestBodyLookedAt ? body : nil)
    }
    let sent = take(request.body)
    self.init(
      method: request.method.rawValue, url: request.url?.absoluteString, headers: request.headers,
      body: sent.seen, start: origin.addingTimeInterval(asked.inSeconds))
    missingOfRequest = sent.isKept ? 0 : request.body?.count ?? 0
    let end = exchange.end ?? now
    wait = max((transcript.head ?? end) - asked, .zero)
    receive = max(end - asked - wait, .zero)
    if let response = exchange.response {
      let received = take(transcript.body)
      hidesBody = !received.isKept
      answer(
        response.status, response.headers, received.seen ?? Data(),
        isOfNetwork: transcript.isForwarded)
      missing = transcript.count - (hidesBody ? 0 : transcript.body.count)
    }
    if let error = exchange.error { fail(with: error) }
    if exchange.outcome == .pending { failure = Self.pending }
    comment = exchange.remark(missing: missing, ofRequest: missingOfRequest)
  }
}

extension StubExchange {
  /// When the request was made; reading its body, or a matcher's closure, may delay `start`.
  package var asked: Duration { min(transcript.asked ?? start, start) }

  package var end: Duration? { duration.map { start + $0 } }

  var answerer: String {
    guard isOfNetwork || stub != nil else {
      return outcome == .cannotBeSent ? "not answered" : "no stub matched"
    }
    let network = transcript.isForwarded ? "the network" : nil
    guard let stub else { return network ?? "the network, past all stubs" }
    return [network, "\(stub)"].compactMap(\.self).joined(separator: ", by ")
  }

  fileprivate func remark(missing: Int, ofRequest missingOfRequest: Int) -> String {
    var parts = [stub == nil ? answerer : "answered by \(answerer)"]
    if outcome != .finished { parts.append(outcome.description) }
    if missingOfRequest > 0 {
      parts.append("the request's body is not kept (\(missingOfRequest.bytes))")
    }
    if missing > 0 {
      let isGrowing = outcome == .pending && transcript.isGrowing
      parts.append(
        "not \(isGrowing ? "yet in the log" : "kept"): \(missing) of \(transcript.count.bytes) of "
          + "the body")
    }
    return parts.joined(separator: "; ").withVisibleControls
  }
}
