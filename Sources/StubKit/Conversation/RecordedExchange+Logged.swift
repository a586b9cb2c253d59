import Foundation

extension RecordedExchange {
  /// What is written of an exchange that a registry has logged.
  ///
  /// - Parameters:
  ///   - origin: The date at which the registry's clock began.
  ///   - now: The time on that clock, up to which a request has waited that has not ended.
  ///   - room: How many bytes of bodies may be written: that of the request comes first. What they
  ///     take is taken away.
  init(_ exchange: StubExchange, origin: Date, until now: Duration, within room: inout Int) {
    let (request, transcript) = (exchange.request, exchange.transcript)
    let asked = exchange.asked
    let size = request.body?.count ?? 0
    let isKept = Self.take(size, from: &room)
    // What is not written may still tell what is a secret.
    let isLookedAt = isKept || size <= Discretion.largestBodyLookedAt
    self.init(
      method: request.method.rawValue, url: request.url?.absoluteString, headers: request.headers,
      body: isLookedAt ? request.body : nil, start: origin.addingTimeInterval(asked.inSeconds))
    let end = exchange.end ?? now
    wait = max((transcript.head ?? end) - asked, .zero)
    receive = max(end - asked - wait, .zero)
    if let response = exchange.response {
      let count = transcript.body.count
      hidesBody = !Self.take(count, from: &room)
      let isLookedAt = !hidesBody || count <= Discretion.largestBodyLookedAt
      answer(response.status, response.headers, isLookedAt ? transcript.body : Data())
      missing = transcript.count - (hidesBody ? 0 : count)
    }
    missingOfRequest = isKept ? 0 : size
    failure = exchange.failure
    comment = exchange.remark(missing: missing, ofRequest: missingOfRequest)
  }

  /// Takes room for a whole body, and returns whether there was enough.
  private static func take(_ count: Int, from room: inout Int) -> Bool {
    guard count <= room else { return false }
    room -= count
    return true
  }
}

extension StubExchange {
  /// When it was asked for; a body or a closure may have had to be waited for before it began.
  var asked: Duration { min(transcript.asked ?? start, start) }

  /// When it ended; nil if it has not.
  var end: Duration? { duration.map { start + $0 } }

  /// Who has answered it, or nobody.
  var answerer: String {
    guard isOfNetwork || stub != nil else { return "no stub matched" }
    let network = transcript.isForwarded ? "the network" : nil
    guard let stub else { return network ?? "the network, past all stubs" }
    return [network, "\(stub)"].compactMap(\.self).joined(separator: ", by ")
  }

  /// Why there was no answer, or not all of one, in the words of an archive.
  fileprivate var failure: String? {
    if outcome == .pending { return "pending" }
    // Not the error's text, which can have anything in it.
    return error.map { HARFailure.text(for: ($0 as? URLError)?.code ?? .unknown) }
  }

  fileprivate func remark(missing: Int, ofRequest missingOfRequest: Int) -> String {
    var parts = [stub == nil ? answerer : "answered by \(answerer)"]
    if outcome != .finished { parts.append(outcome.description) }
    if missingOfRequest > 0 {
      parts.append("\(missingOfRequest) bytes of the request's body are not kept")
    }
    if missing > 0 {
      parts.append(
        "\(missing) of \(transcript.count) bytes of the body are not kept")
    }
    return parts.joined(separator: "; ").withVisibleControls
  }
}
