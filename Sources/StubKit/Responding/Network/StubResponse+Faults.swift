public import Foundation

extension StubResponse {
  /// Breaks the connection after this many bytes of the body; with 0, right after the head.
  ///
  /// A body that is shorter than that arrives whole.
  public func dropping(
    afterBytes byteCount: Int, error: URLError.Code = .networkConnectionLost
  ) -> StubResponse {
    settingDelivery {
      $0.drop = DeliverySettings.Cut(
        byteCount: max(byteCount, 0), error: URLError(error, error.sentence))
    }
  }

  /// Ends the body after this many bytes as if it were complete.
  ///
  /// The `Content-Length` is still that of the whole body, so that a client can notice.
  public func truncated(afterBytes byteCount: Int) -> StubResponse {
    settingDelivery {
      $0.truncation = DeliverySettings.Cut(byteCount: max(byteCount, 0), error: nil)
    }
  }

  /// Fails a share of the requests, from 0 for none to 1 for all.
  ///
  /// The seed and the number of the request decide which ones, the same in every run.
  public func flaky(
    rate: Double, seed: UInt64, error: URLError.Code = .networkConnectionLost
  ) -> StubResponse {
    settingDelivery {
      $0.flakiness = Flakiness(rate: rate, seed: seed, error: URLError(error, error.sentence))
    }
  }
}
