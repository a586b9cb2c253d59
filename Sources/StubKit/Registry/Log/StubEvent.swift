public import Foundation

/// Something that happened to a request.
///
/// ```swift
/// let token = registry.onEvent { event in print(event) }
/// …
/// token.cancel()
/// ```
public struct StubEvent: Sendable {
  /// The kind of an event; later versions may add kinds.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind in a word.
    public let description: String

    /// A stub was claimed and will answer.
    public static let activated = Kind(description: "activated")
    /// The response is a redirect that is being followed.
    public static let redirected = Kind(description: "redirected")
    /// The request came to its end, with or without an error.
    public static let finished = Kind(description: "finished")
    /// No stub matched.
    public static let unmatched = Kind(description: "unmatched")
  }

  /// What happened to the request, such as `.activated`.
  public let kind: Kind
  /// The request, or one hop of it: each redirect has events of its own.
  public let request: StubRequest
  /// The stub that answers, if one does.
  public internal(set) var stub: Stub?
  /// The head of the response, once there is one.
  public internal(set) var response: StubResponse.Head?
  /// Where a redirect leads; nil unless the kind is `.redirected`.
  public internal(set) var redirectURL: URL?
  /// The error that the request ended in.
  public internal(set) var error: (any Error)?
}

extension StubEvent: DescribedValue {
  /// The kind and the request, with the response, the redirect or the error.
  public var description: String {
    var text = "\(kind): \(request)"
    if let response { text += " → \(response.status)" }
    if let redirectURL {
      let address = Discretion.here.shown(redirectURL.absoluteString, of: request, isAddress: true)
      text += " → \(address.withVisibleControls)"
    }
    if let error {
      // An unmatched request's message is a report: it hides secrets, but not what the test wrote.
      let message = error.localizedDescription
      let said = kind == .unmatched ? message : Discretion.here.shown(message, of: request)
      text += " → " + said.linesWithVisibleControls.asQuotedLines
    }
    return text
  }
}
