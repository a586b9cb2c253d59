public import Foundation

/// A body that stays open until the test ends it, and arrives as the test sends it.
///
/// ```swift
/// let log = BodyStream()
/// stub(condition: isPath("/log"), response: .stream(log))
/// let reading = Task { try await app.readLog() }
/// log.send("first\n")
/// log.send("second\n")
/// log.finish()
/// ```
/// A piece goes to every open request. If none is open, the stream keeps the piece for the next
/// one, so that a test need not wait for the request before it sends. An end, too, goes to the open
/// requests or else to the next one. A client that asks again gets what is sent from then on.
///
/// Without an end, a request stays open until its `timeoutInterval` has passed without a piece.
/// That is real time even on a `FastForwardClock`, since the test takes real time to send; a
/// `ManualClock` has to be moved past it. End the body, or give the request a short timeout.
public final class BodyStream: Sendable, CustomStringConvertible {
  private enum Item: Sendable {
    case data(Data)
    case end((any Error & Sendable)?)
  }

  private typealias Pieces = AsyncThrowingStream<Data, any Error>

  private struct State: Sendable {
    var open: [Int: Pieces.Continuation] = [:]
    var lastNumber = 0
    /// Pieces and ends that were sent while no request was open.
    var kept = Ring<Item>()
  }

  private let state = Locked(State())
  /// Keeps pieces in order.
  ///
  /// Taken before `state`, never while `state` is held: a continuation waits for its task, and a
  /// task that is cancelled waits for `state`.
  private let sending = Locked(())

  /// Makes a body to which nothing has been sent yet.
  public init() {}

  /// How many requests are open: they have the head, but not yet an end.
  public var openRequestCount: Int { state.withLock { $0.open.count } }

  /// How many requests are open.
  public var description: String { description(as: "BodyStream") }

  func description(as name: String) -> String {
    let count = openRequestCount
    return "a \(name) with \(count) open \(count == 1 ? "request" : "requests")"
  }

  /// Sends some bytes.
  public func send(_ data: Data) {
    sending.withLock { _ in
      let open = state.withLock { state in
        if state.open.isEmpty { state.kept.append(.data(data)) }
        return state.open
      }
      for request in open.values { request.yield(data) }
    }
  }

  /// Sends some text in UTF-8.
  public func send(_ text: String) { send(Data(text.utf8)) }

  /// Ends the body.
  public func finish() { end(nil) }

  /// Breaks the connection with an error.
  public func fail(_ error: any Error & Sendable) { end(error) }

  /// Breaks the connection with a `URLError` of this code and a readable description.
  public func fail(_ code: URLError.Code) { end(URLError.described(code)) }

  private func end(_ error: (any Error & Sendable)?) {
    sending.withLock { _ in
      let ending = state.withLock { state in
        if state.open.isEmpty { state.kept.append(.end(error)) }
        defer { state.open = [:] }
        return state.open
      }
      for request in ending.values { request.finish(throwing: error) }
    }
  }

  /// The new request gets the kept pieces, up to the next kept end.
  func open() -> Reply.OpenSource {
    let (pieces, request) = Pieces.makeStream()
    let (number, end) = state.withLock { state in
      state.lastNumber += 1
      while let item = state.kept.popFirst() {
        switch item {
        case .data(let data): request.yield(data)
        case .end: return (state.lastNumber, item as Item?)
        }
      }
      state.open[state.lastNumber] = request
      return (state.lastNumber, nil)
    }
    // The continuation is released after the lock.
    let close: @Sendable () -> Void = { [state] in
      _ = state.withLock { $0.open.removeValue(forKey: number) }
    }
    if case .end(let error)? = end {
      request.finish(throwing: error)
    } else {
      request.onTermination = { _ in close() }
    }
    return Reply.OpenSource(pieces: pieces, close: close)
  }
}
