#if canImport(FoundationNetworking) && compiler(>=6.3)
  import Dispatch
  import Foundation
  @_spi(SwiftCorelibsFoundation) import FoundationEssentials

  /// Answers `Data(contentsOf:)` and `String(contentsOf:encoding:)` for addresses other than files.
  ///
  /// Foundation makes their session within its own library, where nothing can be interposed. But
  /// the initializer that fetches the bytes can be replaced, and the replacement that is loaded
  /// last counts.
  ///
  /// `NSData(contentsOf:)` and `NSString(contentsOf:)` do not call it, and so bypass StubKit.
  enum RemoteContents {
    /// Bound to no registry, so that the caller's scope answers; on a delegate queue of its own, so
    /// that a caller on another session's queue does not wait for itself.
    private static let session: URLSession = {
      let configuration = URLSessionConfiguration.default
      configuration.ask(StubURLProtocol.self)
      return URLSession(configuration: configuration)
    }()

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
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      let isContent = 200...399 ~= status || [101, 401, 407].contains(status)
      guard error == nil, let data, isContent else { throw failure(at: url, because: error) }
      return data
    }

    private static func failure(at url: URL, because error: (any Error)?) -> CocoaError {
      var info: [String: Any] = [NSURLErrorKey: url]
      if let error {
        info[NSUnderlyingErrorKey] = error
        // Makes the report on an unmatched request readable.
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
