import Foundation
import StubKit

/// Writes the answer to the current request; calls after the end of the answer do nothing.
extension Connection {
  static let continuing = "HTTP/1.1 100 Continue\r\n\r\n"

  func send(status: Int, reason: String? = nil, fields: StubHeaders, length: BodyLength) {
    guard let request = answer?.request, answer?.framing == nil else { return }
    let framing = AnswerFraming(length, status: status, fields: fields, to: request)
    framing.writeHead(
      status: status, reason: reason, fields: fields, to: request, into: &outgoing)
    answer?.framing = framing
    askForTurn()
  }

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
    if endsConnection || clientHasEnded { end(by: .end) }
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
      // If a used connection ends before any byte, the client thinks it stale, and repeats the
      // request on a new one. An interim answer, which every client ignores, prevents that.
      if isUsed, !isBegun, !answer.request.isVersion10 { outgoing.append(Self.continuing) }
      end(by: fault == .end ? .end : .reset)
    }
    self.answer = nil
    askForTurn()
  }

  func pauseIfFull() {
    guard let answer, !answer.isPaused, !answer.awaitsEnd, let exchange = answer.exchange,
      outgoing.count > Self.highWater
    else { return }
    self.answer?.isPaused = true
    exchange.pause()
  }
}
