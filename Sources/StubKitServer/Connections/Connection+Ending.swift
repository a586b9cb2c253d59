import Foundation

/// The end of a connection.
extension Connection {
  /// How long a client may be silent before a connection that has ended on this side is closed.
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
      // On a closed socket, bytes from the client cause a reset, which would cost the client its answer.
      isLingering = true
      lingersUntil = .now + Self.longestLinger
      loop.set(.now + Self.silence, for: self)
    }
  }

  /// Waits on, because the client still sends bytes, which are ignored.
  func lingerOn() {
    if isLingering { loop.set(min(.now + Self.silence, lingersUntil), for: self) }
  }

  /// The client has ended its side of the connection.
  ///
  /// A client that still waits for an answer is taken to be gone.
  func clientEnded() {
    clientHasEnded = true
    if answer != nil { return abandon() }
    if isLingering || outgoing.isEmpty && ending == nil { return close() }
    if ending == nil { end(by: .end) }
  }

  /// The client has gone: its connection is closed, and the answer is cancelled.
  func abandon() {
    let exchange = answer?.exchange
    close()
    exchange?.cancel()
  }

  /// The server stops.
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
