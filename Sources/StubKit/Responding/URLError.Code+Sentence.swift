import Foundation

extension URLError.Code {
  /// What went wrong, in a sentence for people.
  var sentence: String {
    switch self {
    case .timedOut: "The request timed out."
    default: "The request failed with URLError \(rawValue)."
    }
  }
}
