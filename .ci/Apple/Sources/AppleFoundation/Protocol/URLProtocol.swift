public import Foundation
public import FoundationNetworking

/// Apple's class that a protocol of one's own is derived from.
///
/// The two initialisers are required here, because Swift calls no other through a class object.
open class URLProtocol: NSObject {
  /// Who is told of what happens.
  public let client: (any URLProtocolClient)?
  /// The request to be answered, its body as a stream.
  public let request: URLRequest
  /// A cached response; the double has no cache.
  public let cachedResponse: CachedURLResponse?
  /// The task whose request it is, once the instance is made.
  public private(set) var task: URLSessionTask?

  /// Makes an instance for a request.
  public required init(
    request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
  ) {
    self.request = request
    self.cachedResponse = cachedResponse
    self.client = client
    super.init()
  }

  /// Makes an instance for a task, by way of its request.
  public required convenience init(
    task: URLSessionTask, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
  ) {
    guard let request = task.currentRequest else { fatalError("A task that loads has a request.") }
    self.init(request: request, cachedResponse: cachedResponse, client: client)
    self.task = task
  }

  /// Whether the class takes a request; every subclass has to say.
  open class func canInit(with request: URLRequest) -> Bool {
    fatalError("\(self) does not say whether it takes a request.")
  }

  /// Whether the class takes a task; one that does not say is asked about the request.
  open class func canInit(with task: URLSessionTask) -> Bool {
    task.currentRequest.map { canInit(with: $0) } ?? false
  }

  /// The form of a request that stands for all that mean the same; every subclass has to say.
  open class func canonicalRequest(for request: URLRequest) -> URLRequest {
    fatalError("\(self) does not say what the canonical request is.")
  }

  /// Whether a cached response for one request answers another.
  open class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool {
    a == b
  }

  /// Begins to answer.
  open func startLoading() {
    fatalError("\(type(of: self)) does not say how loading starts.")
  }

  /// Stops to answer: called after every ending, and for a task that is cancelled.
  open func stopLoading() {
    fatalError("\(type(of: self)) does not say how loading stops.")
  }
}

// A protocol is used from one thread at a time and belongs to it.
@available(*, unavailable)
extension URLProtocol: @unchecked Sendable {}

/// The classes that `URLSession.shared` asks.
extension URLProtocol {
  /// Has `URLSession.shared` ask a class, before all that were registered earlier.
  @discardableResult
  public class func registerClass(_ protocolClass: AnyClass) -> Bool {
    guard protocolClass is URLProtocol.Type else { return false }
    RegisteredClasses.add(protocolClass)
    return true
  }

  /// Has `URLSession.shared` ask a class no more.
  public class func unregisterClass(_ protocolClass: AnyClass) {
    RegisteredClasses.remove(protocolClass)
  }
}

/// What a protocol may write on a request.
extension URLProtocol {
  /// What was written on a request.
  public class func property(forKey key: String, in request: URLRequest) -> Any? {
    FoundationNetworking.URLProtocol.property(forKey: key, in: request)
  }

  /// Writes something on a request.
  public class func setProperty(_ value: Any, forKey key: String, in request: NSMutableURLRequest) {
    FoundationNetworking.URLProtocol.setProperty(value, forKey: key, in: request)
  }

  /// Takes something off a request.
  public class func removeProperty(forKey key: String, in request: NSMutableURLRequest) {
    FoundationNetworking.URLProtocol.removeProperty(forKey: key, in: request)
  }
}
