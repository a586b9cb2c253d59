import Foundation
import StubKit

/// The answer to the request whose turn it is, as its exchange tells it. Nothing is told after its end.
extension Connection {
  static let continuing = "HTTP/1.1 100 Continue\r\n\r\n"

  /// Tells the head.
  ///
  /// - Parameter reason: What stands behind the status; nil for its usual phrase.
  func send(status: Int, reason: String? = nil, fields: StubHeaders, length: BodyLength) {
    guard let request = answer?.request, answer?.framing == nil else { return }
    let framing = AnswerFraming(length, status: status, fields: fields, to: request)
    framing.writeHead(
      status: status, reason: reason, fields: fields, length: length, to: request, into: &outgoing)
    answer?.framing = framing
    askForTurn()
  }

  /// Tells a piece of the body, which is not copied if it is large.
  func send(_ piece: Data) {
    guard answer?.framing != nil else { return }
    answer?.framing?.append(piece, to: &outgoing)
    pauseIfFull()
    askForTurn()
  }

  /// Ends the answer; without a head there is none, and the connection ends.
  func finish() {
    guard answer != nil else { return }
    guard answer?.framing != nil else { return fail(as: .end) }
    answer?.framing?.finish(into: &outgoing)
    let endsConnection = answer?.framing?.endsConnection == true
    answer = nil
    isUsed = true
    if endsConnection { end(by: .end) }
    askForTurn()
  }

  func fail(as fault: ServerFault) {
    guard let answer else { return }
    let isBegun = answer.framing != nil
    switch fault {
    case .silence:
      self.answer?.isSilent = true
      self.answer?.exchange = nil
      return
    case .garbage where !isBegun:
      outgoing.append("This is no status line\r\n\r\n")
      end(by: .end)
    case .reset, .end, .garbage:
      // A client takes the end of a connection that it has used before for old age, and asks again on a
      // new one, unless something has come: this is what every client has to ignore.
      if isUsed, !isBegun, !answer.request.isVersion10 { outgoing.append(Self.continuing) }
      end(by: fault == .end ? .end : .reset)
    }
    self.answer = nil
    askForTurn()
  }

  /// Has the exchange wait until the client has taken most of what was sent.
  func pauseIfFull() {
    guard let answer, !answer.isPaused, let exchange = answer.exchange,
      outgoing.count > Self.highWater
    else { return }
    self.answer?.isPaused = true
    exchange.pause()
  }
}
