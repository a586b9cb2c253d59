import Foundation

/// How a request ends, which it does exactly once.
enum Ending: Sendable {
  case finished
  case failed(any Error)
  /// Cancelled by the client, which is therefore not told.
  case cancelled
}

extension Ending {
  /// The ending with an error that says only this sentence.
  ///
  /// A test prints an error that it throws, and should not print a report twice.
  func saying(_ brief: String?) -> Ending {
    guard let brief, case .failed(let error as URLError) = self else { return self }
    return .failed(error.saying(brief))
  }
}
