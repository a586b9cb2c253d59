import Foundation
import StubKit

/// Writes the answer to the current request as its exchange delivers it, and nothing after its end.
extension Connection {
  static let continuing = "HTTP/1.1 100 Continue\r\n\r\n"

  /// Writes the head of the answer.
  ///
  /// - Parameter reason: The phrase after the status; nil for the usual one.
  func send(status: Int, reason: String? = nil, fields: StubHeaders, length: BodyLength) {
    guard let request = answer?.request, answer?.framing == nil else { return }
    let framing = AnswerFraming(length, status: status, fields: fields, to: request)
    framing.writeHead(
      status: status, reason: reason, fields: fields, length: length, to: request, into: &outgoing)
    answer?.framing = framing
    askForTurn()
  }

  /// Writes a piece of the body; a large piece is not copied.
  func send(_ piece: Data) {
    guard answer?.framing != nil else { return }
    answer?.framing?.append(piece, to: &outgoing)
    pauseIfFull()
    askForTurn()
  }

  /// Ends the answer; if no head was written, the connection ends without an answer.
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
      // If a used connection ends before any byte, the client takes it for stale, and repeats the
      // request on a new one. An interim answer, which every client ignores, prevents that.
      if isUsed, !isBegun, !answer.request.isVersion10 { outgoing.append(Self.continuing) }
      end(by: fault == .end ? .end : .reset)
    }
    self.answer = nil
    askForTurn()
  }

  /// Pauses the exchange until the client has taken most of the bytes.
  func pauseIfFull() {
    guard let answer, !answer.isPaused, let exchange = answer.exchange,
      outgoing.count > Self.highWater
    else { return }
    self.answer?.isPaused = true
    exchange.pause()
  }
}
