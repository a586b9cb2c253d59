/// Something that a protocol did and that the loading system does not bear.
public struct Violation: Sendable, CustomStringConvertible {
  /// The kinds of violations.
  public enum Kind: String, Sendable {
    /// The client was called from another thread than the loading one.
    case offTheThread = "off the loading thread"
    /// The client was called before loading had started.
    case beforeTheStart = "before the start"
    /// The client was called after the response was complete, or had failed.
    case afterTheEnd = "after the end"
    /// The client was called after `stopLoading()` had returned.
    case afterTheStop = "after the stop"
    /// There was a head already.
    case secondHead = "with a head there already"
    /// There was no head yet.
    case withoutHead = "without a head"
    /// There was a redirect already.
    case secondRedirect = "with a redirect there already"
    /// The stream of the body was opened by a class that was merely asked.
    case streamOpenedWhileAsked = "opening the body while asked"
  }

  /// What was wrong.
  public let kind: Kind
  /// The method that was called.
  public let call: String
  /// The protocol that called it.
  public let protocolClass: String
  /// The address that was being loaded.
  public let url: String

  /// The violation in a line.
  public var description: String { "\(protocolClass) calls \(call) \(kind.rawValue) (\(url))" }
}
