import Foundation
import StubKit

/// When a recording is made, and when it answers.
///
/// The environment variable `STUBKIT_RECORD` overrides every mode but `.never`: `1` stands for
/// `.rewrite`; `once`, `rewrite`, `append`, `never` and `compare` stand for the modes with these
/// names.
public struct RecordingMode: Sendable, Hashable, CustomStringConvertible {
  enum Kind: String, Sendable, CaseIterable {
    case once
    case rewrite
    case append
    case never
    case compare
  }

  let kind: Kind

  /// The file answers if it exists; otherwise the network answers, and the file is written.
  ///
  /// A file that another recording is still making counts as missing.
  public static let once = RecordingMode(kind: .once)

  /// The network answers, and the file is written anew.
  ///
  /// Entries that other recordings of this process have written stay: tests can share a file.
  public static let rewrite = RecordingMode(kind: .rewrite)

  /// The file answers what it can; the network answers the rest, which is added to the file.
  ///
  /// A request whose last recorded result is a failure goes to the network again.
  public static let append = RecordingMode(kind: .append)

  /// The file answers, and nothing goes to the network.
  public static let never = RecordingMode(kind: .never)

  /// The file answers; when the operation has returned, its requests also go to the server.
  ///
  /// The test is warned of each answer whose shape has changed: the class of its status, its
  /// content type, or the members of JSON and their types; new members do not count. Only `GET` and
  /// `HEAD` requests that the file answered are sent, as the test made them, and each once in the
  /// process. A request with a redacted value in its address, headers or body is not sent. The file
  /// is not changed.
  public static let compare = RecordingMode(kind: .compare)

  /// The mode as Swift code, such as `.once`.
  public var description: String { ".\(kind.rawValue)" }

  static let variable = "STUBKIT_RECORD"

  func overridden(by environment: [String: String]) throws(ArchiveError) -> RecordingMode {
    guard let text = environment[Self.variable]?.lowercased() else { return self }
    let mode: RecordingMode
    switch text {
    case "", "0", "false", "no": return self
    case "1", "true", "yes": mode = .rewrite
    default:
      guard let kind = Kind(rawValue: text) else {
        throw ArchiveError(
          "\(Self.variable) is \(text.swiftLiteral): expected 1, 0, once, rewrite, append, never or compare"
        )
      }
      mode = RecordingMode(kind: kind)
    }
    // `.never` in the code wins over the environment: nothing may go to the network.
    return self == .never ? self : mode
  }
}
