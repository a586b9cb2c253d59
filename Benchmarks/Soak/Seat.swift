import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session, with the delegate that it may have.
struct Seat: Sendable {
  let session: URLSession
  let delegate: SoakDelegate?

  /// `URLSession.shared`, which has no delegate.
  static let shared = Seat(session: .shared, delegate: nil)

  init(session: URLSession, delegate: SoakDelegate?) {
    self.session = session
    self.delegate = delegate
  }

  /// A session of its own, with a delegate.
  init(_ configuration: URLSessionConfiguration) {
    let delegate = SoakDelegate()
    self.delegate = delegate
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  /// The ways in which it can be asked for something.
  func clients(for kind: Kind) -> [Client] {
    Client.allCases.filter { client in
      switch client {
      // A function cannot be suspended.
      case .async: !kind.needsDelegate && kind != .suspended
      case .handler: !kind.needsDelegate
      case .delegate: delegate != nil
      }
    }
  }
}
