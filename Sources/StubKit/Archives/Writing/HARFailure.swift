package import Foundation

/// How an archive records that an exchange failed without a response.
package enum HARFailure {
  package static let recorded = "NSURLErrorDomain "

  /// The `_error` text of a recording.
  package static func text(for code: URLError.Code) -> String { recorded + "\(code.rawValue)" }
}
