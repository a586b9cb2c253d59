public import Foundation

/// A file that belongs to what a test has found.
open class XCTAttachment: NSObject {
  /// How long a file is kept.
  public enum Lifetime: Sendable {
    /// Whatever comes of the test.
    case keepAlways
    /// Only if the test fails.
    case deleteOnSuccess
  }

  /// The file's name.
  open var name: String?
  /// How long the file is kept.
  open var lifetime = Lifetime.deleteOnSuccess

  /// Makes an attachment of some bytes.
  public init(
    uniformTypeIdentifier identifier: String?, name: String?, payload: Data?,
    userInfo: [AnyHashable: Any]? = nil
  ) {
    self.name = name
  }
}

extension XCTestCase {
  /// Attaches a file.
  public func add(_ attachment: XCTAttachment) {}
}
