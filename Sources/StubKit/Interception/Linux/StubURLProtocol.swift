#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The protocol class through which every session asks StubKit.
///
/// On Linux nobody needs to name it: each session made from `.default` or `.ephemeral` has it
/// already. It can be set by hand as well, the way every tutorial does it:
///
/// ```swift
/// let configuration = URLSessionConfiguration.ephemeral
/// configuration.protocolClasses = [StubURLProtocol.self]
/// ```
public class StubURLProtocol: URLProtocol {
  // The loading system uses an instance from one thread or queue at a time.

  /// Who answers, as was decided when the session asked.
  private var registry: RegistryFinder.Finding = .registry(.shared)
  /// What is going on since loading started.
  private var load: Load?
  /// Whether the task was cancelled; nothing may be told of it any more.
  private var isStopped = false

  /// Whether a request belongs to the registry that the session, its task or its scope leads to.
  override public class func canInit(with request: URLRequest) -> Bool {
    switch RegistryFinder.find(askedBy: self) {
    case .registry(let registry):
      if registry.isOurs(request) {
        RegistryFinder.keep(registry, for: request, of: self)
        return true
      }
      #if canImport(FoundationNetworking)
        // Asked once per request here, so that this is where a request that passes can be noted.
        registry.notePassing(request)
      #endif
      return false
    case .gone:
      return true
    }
  }

  /// The request as it is.
  override public class func canonicalRequest(for request: URLRequest) -> URLRequest {
    request
  }

  #if canImport(FoundationNetworking)
    /// Called by the loading system.
    public required init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      // Cached responses are never used, so that a stub answers the second request, too.
      super.init(request: request, cachedResponse: nil, client: client)
      registry = RegistryFinder.collect(for: request, askedBy: type(of: self))
    }
  #else
    /// Called by the loading system.
    override public init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      super.init(request: request, cachedResponse: nil, client: client)
      registry = RegistryFinder.collect(for: request, askedBy: type(of: self))
    }
  #endif

  /// Called by the loading system; on Linux also for every `resume()` after the first.
  override public func startLoading() {
    if let load { return load.resume() }
    // Foundation traps if a client is told of a task that is complete.
    guard !isStopped, !ClientChannel.isTooLate(for: task) else { return }
    let channel = ClientChannel(self)
    switch registry {
    case .gone:
      channel.fail(RegistryFinder.goneError(for: request))
    case .registry(let registry):
      let load = Load(of: request, answeredBy: registry, over: channel)
      self.load = load
      load.start()
    }
  }

  /// Called by the loading system for a cancelled task; on Linux also for a suspended one.
  override public func stopLoading() {
    switch ClientChannel.stop(of: task) {
    case .overtaken:
      break
    case .pause:
      load?.pause()
    case .forGood:
      isStopped = true
      // It is kept, so that a start that comes late finds it and does not begin anew.
      load?.cancel()
    }
  }
}
