import AppleObjectiveC
public import Foundation
public import FoundationNetworking

/// Apple's settings of a session, of which each session keeps a copy.
open class URLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked, like the original: whoever changes one has it alone.

  /// Settings that are kept on disk; the getter goes through the runtime, where it can be exchanged.
  open class var `default`: URLSessionConfiguration { make(by: defaultMessage) }

  /// Settings that are kept in memory; the getter goes through the runtime, too.
  open class var ephemeral: URLSessionConfiguration { make(by: ephemeralMessage) }

  /// Settings of a session that another process performs, which asks no protocol class.
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let configuration = onDisk()
    configuration.identifier = identifier
    return configuration
  }

  /// The name of a background session.
  open private(set) var identifier: String?
  /// The classes that are asked about each request, in this order.
  open var protocolClasses: [AnyClass]? = [BuiltInProtocol.self]
  /// Header fields for every request, which a protocol does not see.
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  /// How long nothing may come; not watched for a protocol class.
  open var timeoutIntervalForRequest: TimeInterval = 60
  /// How long the whole may take; not watched for a protocol class.
  open var timeoutIntervalForResource: TimeInterval = 604_800
  /// Whether cached responses are used.
  open var requestCachePolicy: NSURLRequest.CachePolicy = .useProtocolCachePolicy
  /// Where responses are cached; the double caches nothing.
  open var urlCache: URLCache?
  /// Where credentials are kept.
  open var urlCredentialStorage: URLCredentialStorage?
  /// Where cookies are kept.
  open var httpCookieStorage: HTTPCookieStorage?
  /// Which cookies are kept.
  open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy = .onlyFromMainDocumentDomain
  /// Whether cookies are sent.
  open var httpShouldSetCookies = true
  /// How many connections one host gets.
  open var httpMaximumConnectionsPerHost = 6
  /// Whether requests may follow each other without waiting.
  open var httpShouldUsePipelining = false
  /// Whether the mobile network may be used.
  open var allowsCellularAccess = true
  /// Whether a session waits until there is a network.
  open var waitsForConnectivity = false
  /// Whether the system may choose the time.
  open var isDiscretionary = false

  /// Settings as of a new `default`, which no exchanged getter has seen.
  override public init() {}

  override open func copy() -> Any { copy(with: nil) }

  /// Another object with the same settings.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = URLSessionConfiguration()
    copy.identifier = identifier
    copy.protocolClasses = protocolClasses
    copy.httpAdditionalHeaders = httpAdditionalHeaders
    copy.timeoutIntervalForRequest = timeoutIntervalForRequest
    copy.timeoutIntervalForResource = timeoutIntervalForResource
    copy.requestCachePolicy = requestCachePolicy
    copy.urlCache = urlCache
    copy.urlCredentialStorage = urlCredentialStorage
    copy.httpCookieStorage = httpCookieStorage
    copy.httpCookieAcceptPolicy = httpCookieAcceptPolicy
    copy.httpShouldSetCookies = httpShouldSetCookies
    copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    copy.httpShouldUsePipelining = httpShouldUsePipelining
    copy.allowsCellularAccess = allowsCellularAccess
    copy.waitsForConnectivity = waitsForConnectivity
    copy.isDiscretionary = isDiscretionary
    return copy
  }

  deinit {
    AssociatedObjects.drop(of: ObjectIdentifier(self))
  }
}

/// The getters, and what they lead to unless somebody exchanges it.
extension URLSessionConfiguration {
  static let defaultMessage = Message("defaultSessionConfiguration")
  static let ephemeralMessage = Message("ephemeralSessionConfiguration")

  private static func make(by message: Message) -> URLSessionConfiguration {
    guard let configuration = message.object(from: self, as: URLSessionConfiguration.self) else {
      fatalError("A getter of configurations has returned none.")
    }
    return configuration
  }

  static func onDisk() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.httpCookieStorage = .shared
    configuration.urlCredentialStorage = .shared
    configuration.urlCache = .shared
    return configuration
  }

  static func inMemory() -> URLSessionConfiguration {
    let own = FoundationNetworking.URLSessionConfiguration.ephemeral
    let configuration = URLSessionConfiguration()
    configuration.httpCookieStorage = own.httpCookieStorage
    configuration.urlCredentialStorage = own.urlCredentialStorage
    configuration.urlCache = own.urlCache
    return configuration
  }
}
