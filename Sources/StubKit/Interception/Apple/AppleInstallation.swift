#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC

  /// Makes `URLSession.shared` and every default or ephemeral configuration ask StubKit.
  ///
  /// Written from Apple's documentation; it was never run on Apple's platforms.
  enum AppleInstallation {
    /// Registers the protocol class, and exchanges the two getters for ones that put it first.
    static let once: Void = {
      URLProtocol.registerClass(StubURLProtocol.self)
      exchange(
        #selector(getter: URLSessionConfiguration.default),
        #selector(URLSessionConfiguration.stubKitDefault))
      exchange(
        #selector(getter: URLSessionConfiguration.ephemeral),
        #selector(URLSessionConfiguration.stubKitEphemeral))
    }()

    private static func exchange(_ original: Selector, _ replacement: Selector) {
      guard let original = class_getClassMethod(URLSessionConfiguration.self, original),
        let replacement = class_getClassMethod(URLSessionConfiguration.self, replacement)
      else { return }
      method_exchangeImplementations(original, replacement)
    }
  }

  extension URLSessionConfiguration {
    @objc fileprivate class func stubKitDefault() -> URLSessionConfiguration {
      // After the exchange this name leads to the original getter.
      let configuration = stubKitDefault()
      configuration.askStubKitFirst()
      return configuration
    }

    @objc fileprivate class func stubKitEphemeral() -> URLSessionConfiguration {
      let configuration = stubKitEphemeral()
      configuration.askStubKitFirst()
      return configuration
    }
  }
#endif
