#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import StubKit

  /// The floor with the care that StubKit has to take, which shows what that care alone costs.
  ///
  /// It answers a turn later, so that a cancel straight after `resume()` precedes the answer; and what a
  /// closure answers comes from another thread, since the closure may block.
  class CarefulProtocol: URLProtocol {
    /// The queue on which the loading system calls the protocols of all sessions.
    ///
    /// The fact: a task keeps it, and says so to a mirror alone.
    private static let workQueue: DispatchQueue? = {
      let task = URLSession.shared.dataTask(with: URL(filePath: "/"))
      var mirror: Mirror? = Mirror(reflecting: task)
      while let level = mirror {
        if let queue = level.descendant("workQueue") as? DispatchQueue { return queue }
        mirror = level.superclassMirror
      }
      return nil
    }()

    /// Nil where the loading system has no such queue.
    class var known: URLProtocol.Type? { workQueue == nil ? nil : self }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      guard let url = request.url else { return }
      // Touched by one thread at a time.
      nonisolated(unsafe) let this = self
      if url.lastPathComponent == Feat.closure.rawValue {
        DispatchQueue.global().async { Self.workQueue?.async { this.answer(url) } }
      } else {
        Self.workQueue?.async { this.answerInTurn(url) }
      }
    }

    func answerInTurn(_ url: URL) { answer(url) }

    override func stopLoading() {}
  }

  /// The least that the platform leaves to a careful protocol: its response is made once.
  ///
  /// It can answer one URL alone. In a session without a cache nothing is left but the platform's own work.
  final class LeastProtocol: CarefulProtocol {
    private static let made = Locked<HTTPURLResponse?>(nil)

    override func answerInTurn(_ url: URL) {
      let response = Self.made.withLock { made in
        made = made ?? FloorProtocol.response(for: url)
        return made
      }
      if let response { answer(with: response) }
    }
  }
#endif
