/// Where in a program something happened.
public final class XCTSourceCodeContext: Sendable {
  /// The line of code, if it is known.
  public let location: XCTSourceCodeLocation?

  /// Makes a context of a location.
  public init(location: XCTSourceCodeLocation? = nil) {
    self.location = location
  }
}
