import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request on its way, which must end once.
final class Errand: @unchecked Sendable {
  // Unchecked: everything mutable is behind the lock.

  /// How a request ended.
  struct Outcome: Sendable {
    var status: Int?
    var body = Data()
    var error: (any Error)?
  }

  let number: Int
  let kind: Kind
  let request: URLRequest
  private let ledger: Ledger
  private let lock = NSLock()
  private var outcome = Outcome()
  private var hasEnded = false
  private var waiting: CheckedContinuation<Outcome, Never>?

  init(_ kind: Kind, number: Int, request: URLRequest, ledger: Ledger) {
    self.kind = kind
    self.number = number
    self.request = request
    self.ledger = ledger
  }

  /// Takes a piece of the body, for clients that get it in pieces.
  func receive(_ data: Data) {
    let isLate = lock.withLock {
      outcome.body.append(data)
      return hasEnded
    }
    if isLate { ledger.note("data after the end", of: kind) }
  }

  /// Takes the head, for clients that get it by itself.
  func receive(status: Int?) {
    lock.withLock { outcome.status = status }
  }

  /// Takes the ending with all that had not come before.
  func end(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    let (isSecond, waiting, outcome) = lock.withLock {
      if hasEnded { return (true, nil as CheckedContinuation<Outcome, Never>?, self.outcome) }
      hasEnded = true
      if let data { self.outcome.body = data }
      if let response = response as? HTTPURLResponse { self.outcome.status = response.statusCode }
      self.outcome.error = error
      defer { self.waiting = nil }
      return (false, self.waiting, self.outcome)
    }
    ledger.countEnding()
    if isSecond { ledger.note("ended twice", of: kind) }
    waiting?.resume(returning: outcome)
  }

  /// How it ended, as soon as it has.
  var ending: Outcome {
    get async {
      await withCheckedContinuation { continuation in
        let outcome: Outcome? = lock.withLock {
          if hasEnded { return self.outcome }
          waiting = continuation
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    }
  }
}
