import Foundation

/// How a request ends; each does exactly once.
enum Ending: Sendable {
  case finished
  case failed(any Error)
  /// By the client, which knows.
  case cancelled
}

extension Ending {
  /// The same, whose error says this and no more.
  ///
  /// A test prints an error that it lets through, and all that is in it; it need not say twice what the
  /// test has been told.
  func saying(_ brief: String?) -> Ending {
    guard let brief, case .failed(let error as URLError) = self else { return self }
    return .failed(error.saying(brief))
  }
}
