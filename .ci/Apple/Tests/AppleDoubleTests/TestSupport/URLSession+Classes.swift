import AppleFoundation

extension URLSessionConfiguration {
  /// A configuration whose sessions ask these classes, and then the network.
  static func asking(_ classes: URLProtocol.Type...) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = classes
    return configuration
  }
}
