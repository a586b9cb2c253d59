import Foundation

extension RecordedExchange {
  /// The archive's form of a logged exchange.
  ///
  /// - Parameters:
  ///   - origin: The date at which the registry's clock began.
  ///   - now: The time on that clock, until which a pending request has waited.
  ///   - room: The number of bytes left for bodies, the request's first; it is reduced by their size.
  init(_ exchange: StubExchange, origin: Date, until now: Duration, within room: inout Int) {
    let (request, transcript) = (exchange.request, exchange.transcript)
    let asked = exchange.asked
    let size = request.body?.count ?? 0
    let isKept = Self.take(size, from: &room)
    // A body that is not written may still reveal secrets.
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
  /// When the request was made; its body or a closure may have delayed the start.
  var asked: Duration { min(transcript.asked ?? start, start) }

  var end: Duration? { duration.map { start + $0 } }

  /// The stub that answered, the network, or nobody.
  var answerer: String {
    guard isOfNetwork || stub != nil else { return "no stub matched" }
    let network = transcript.isForwarded ? "the network" : nil
    guard let stub else { return network ?? "the network, past all stubs" }
    return [network, "\(stub)"].compactMap(\.self).joined(separator: ", by ")
  }

  /// Why there was no answer, or no complete one, in the words of an archive.
  fileprivate var failure: String? {
    if outcome == .pending { return "pending" }
    // Not the error's text, which may contain anything.
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
