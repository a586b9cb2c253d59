package import Foundation

/// How an archive says that there was no response.
package enum HARFailure {
  package static let recorded = "NSURLErrorDomain "

  /// What a recording writes for an error.
  package static func text(for code: URLError.Code) -> String { recorded + "\(code.rawValue)" }
}
