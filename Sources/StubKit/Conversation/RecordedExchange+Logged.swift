import Foundation

extension RecordedExchange {
  /// What is written of an exchange that a registry has logged.
  ///
  /// - Parameters:
  ///   - origin: The date at which the registry's clock began.
  ///   - now: The time on that clock, up to which a request has waited that has not ended.
  ///   - isWhole: Whether the body of the response belongs to it, and one of the request that is large.
  init(_ exchange: StubExchange, origin: Date, until now: Duration, isWhole: Bool = true) {
    let (request, transcript) = (exchange.request, exchange.transcript)
    let asked = exchange.asked
    let isSmall = request.body.map { $0.count <= StubRequest.largestBodyLookedAt } ?? true
    self.init(
      method: request.method.rawValue, url: request.url?.absoluteString, headers: request.headers,
      body: isWhole || isSmall ? request.body : nil,
      start: origin.addingTimeInterval(asked.inSeconds))
    let end = exchange.end ?? now
    wait = max((transcript.head ?? end) - asked, .zero)
    receive = max(end - asked - wait, .zero)
    if let response = exchange.response {
      answer(response.status, response.headers, isWhole ? transcript.body : Data())
      missing = transcript.count - (isWhole ? transcript.body.count : 0)
    }
    failure = exchange.failure
    comment = exchange.remark(missing: missing)
  }
}

extension StubExchange {
  /// When it was asked for; a body or a closure may have had to be waited for before it began.
  var asked: Duration { min(transcript.asked ?? start, start) }

  /// When it ended; nil if it has not.
  var end: Duration? { duration.map { start + $0 } }

  /// Who has answered it, or nobody.
  var answerer: String {
    let network = transcript.isForwarded ? "the network" : nil
    guard let stub else {
      return outcome == .unmatched ? "no stub matched" : network ?? "the network, past all stubs"
    }
    return [network, "\(stub)"].compactMap(\.self).joined(separator: ", by ")
  }

  /// Why there was no answer, or not all of one, in the words of an archive.
  fileprivate var failure: String? {
    if outcome == .pending { return "pending" }
    // Not the error's text, which can have anything in it.
    return error.map { HARFailure.text(for: ($0 as? URLError)?.code ?? .unknown) }
  }

  fileprivate func remark(missing: Int) -> String {
    var parts = [stub == nil ? answerer : "answered by \(answerer)"]
    if outcome != .finished { parts.append(outcome.description) }
    if missing > 0 {
      parts.append(
        "\(missing) of \(transcript.count) bytes of the body are not kept")
    }
    return parts.joined(separator: "; ").withVisibleControls
  }
}
