import Foundation

extension Connection {
  /// How long a client may be silent before a connection that this side has ended is closed.
  private static let silence = Duration.seconds(2)
  private static let longestLinger = Duration.seconds(30)
  private static let longestResetDelay = Duration.milliseconds(100)

  /// Ends the connection once all is sent.
  func end(by ending: Ending) {
    self.ending = ending
  }

  func endIfSent() {
    guard let ending, outgoing.isEmpty, !isLingering, !isClosed else { return }
    switch ending {
    case .reset:
      // A reset would drop the bytes that the kernel has not sent yet.
      guard Socket.unsent(socket) == 0 else {
        loop.set(.now + resetDelay, for: self)
        resetDelay = min(resetDelay * 2, Self.longestResetDelay)
        return
      }
      Socket.resetWhenClosed(socket)
      close()
    case .end where clientHasEnded: close()
    case .end:
      Socket.endSending(socket)
      // Bytes that arrive at a closed socket cause a reset, and the client could lose the answer.
      isLingering = true
      lingersUntil = .now + Self.longestLinger
      loop.set(.now + Self.silence, for: self)
    }
  }

  func lingerOn() {
    if isLingering { loop.set(min(.now + Self.silence, lingersUntil), for: self) }
  }

  /// A client counts as gone if it ends its side before it can have its whole answer.
  func clientEnded() {
    clientHasEnded = true
    if let answer {
      if answer.isSilent || answer.framing?.isComplete != true { abandon() }
      return
    }
    if isLingering || outgoing.isEmpty && ending == nil { return close() }
    if ending == nil { end(by: .end) }
  }

  func abandon() {
    let exchange = answer?.exchange
    close()
    exchange?.cancel()
  }

  func stop() {
    if !outgoing.isEmpty { _ = outgoing.send(to: socket) }
    abandon()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    answer = nil
    outgoing.removeAll()
    loop.remove(self)
    listener?.forget(self)
  }
}
