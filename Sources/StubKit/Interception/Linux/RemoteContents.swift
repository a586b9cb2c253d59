#if os(Linux) && compiler(>=6.3)
  import Dispatch
  import Foundation
  @_spi(SwiftCorelibsFoundation) import FoundationEssentials
  import FoundationNetworking

  /// What `Data(contentsOf:)` and `String(contentsOf:encoding:)` read from an address that is no file's.
  ///
  /// The fact: Foundation makes the session for them within its own library, where nothing can be
  /// interposed. But what fetches the bytes can be replaced, since that is how it finds its way from
  /// the one library to the other: the replacement that is loaded last is the one that counts.
  ///
  /// `NSData(contentsOf:)` and `NSString(contentsOf:)` take another way, which leads past StubKit.
  enum RemoteContents {
    /// A session that belongs to nobody, so that the caller's scope answers, with a queue of its own, so
    /// that whoever waits on another session's queue does not wait for himself.
    private static let session: URLSession = {
      let configuration = URLSessionConfiguration.default
      configuration.ask(StubURLProtocol.self)
      return URLSession(configuration: configuration)
    }()

    /// Waits for the bytes at an address, as Foundation does.
    static func load(_ url: URL) throws -> Data {
      let outcome = Locked<(data: Data?, response: URLResponse?, error: (any Error)?)>(
        (nil, nil, nil))
      let isOver = DispatchSemaphore(value: 0)
      session.dataTask(with: url) { data, response, error in
        outcome.withLock { $0 = (data, response, error) }
        isOver.signal()
      }.resume()
      isOver.wait()
      let (data, response, error) = outcome.withLock(\.self)
      guard error == nil, let data, isContent((response as? HTTPURLResponse)?.statusCode) else {
        throw failure(at: url, because: error)
      }
      return data
    }

    /// Whether what comes with a status is taken for the contents.
    private static func isContent(_ status: Int?) -> Bool {
      switch status {
      case .some(101), .some(200...399), .some(401), .some(407): true
      default: false
      }
    }

    private static func failure(at url: URL, because error: (any Error)?) -> CocoaError {
      var info: [String: Any] = [NSURLErrorKey: url]
      if let error {
        info[NSUnderlyingErrorKey] = error
        // The report on a request that no stub matches is to be read.
        info[NSLocalizedDescriptionKey] = error.localizedDescription
      }
      return CocoaError(.fileReadUnknown, userInfo: info)
    }
  }

  extension Data {
    @_dynamicReplacement(for:init(_contentsOfRemote:options:))
    init(_askingStubKitFor url: URL, options: ReadingOptions) throws {
      self = try RemoteContents.load(url)
    }
  }
#endif
