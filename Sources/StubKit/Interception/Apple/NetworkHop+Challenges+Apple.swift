#if canImport(ObjectiveC)
  import Foundation

  /// The challenges of a real server, which the loading system handles itself.
  extension NetworkHop {
    func put(
      _ challenge: URLAuthenticationChallenge,
      answer handler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      answer { handler(.performDefaultHandling, nil) }
    }
  }
#endif
