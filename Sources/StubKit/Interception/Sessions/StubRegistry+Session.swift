#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension StubRegistry {
  /// A session that this registry answers, wherever it is used; made once.
  public var session: URLSession {
    associatedObjects.object(BoundSession.self) {
      BoundSession(URLSession(configuration: .ephemeral.stubbed(by: self)))
    }.session
  }

  /// Makes a session that exists already ask this registry from its next task on.
  ///
  /// - Returns: Whether that worked. On Apple's platforms the configuration of a session cannot be
  ///   changed any more, and the answer is always false.
  @discardableResult
  public func attach(to session: URLSession) -> Bool {
    Installation.attach(SessionBinding.explicitClass(for: self), to: session)
  }

  private final class BoundSession: Sendable {
    let session: URLSession
    init(_ session: URLSession) { self.session = session }
  }
}
