public import Foundation

extension StubResponse {
  /// Breaks the connection after this many bytes of the body; with 0, right after the head.
  ///
  /// A body that is shorter than that arrives whole.
  public func dropping(
    afterBytes byteCount: Int, error: URLError.Code = .networkConnectionLost
  ) -> StubResponse {
    breaking(after: max(byteCount, 0), by: URLError(error, error.sentence))
  }

  /// Returns the response with a break after a part of its body.
  package func breaking(after byteCount: Int, by error: URLError) -> StubResponse {
    settingDelivery { $0.drop = DeliverySettings.Cut(byteCount: byteCount, error: error) }
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
    flaky(rate: rate, seed: seed, with: .failure(error))
  }

  /// Answers a share of the requests, from 0 for none to 1 for all, with another response.
  ///
  /// ```swift
  /// .json(["id": 1]).flaky(rate: 0.3, seed: 42, with: .status(503, headers: ["Retry-After": "2"]))
  /// ```
  /// The seed and the number of the request decide which ones, the same in every run. Delays and the
  /// like of this response are also those of the other one, as far as that has none of its own.
  public func flaky(rate: Double, seed: UInt64, with other: StubResponse) -> StubResponse {
    guard other.depth < Self.deepest else {
      return .failure(
        URLError.brokenResponse(
          .badServerResponse,
          "The stub's flaky response holds responses in each other, more than \(Self.deepest) deep: "
            + "give `with:` a plain response."))
    }
    return settingDelivery { $0.flakiness = Flakiness(rate: rate, seed: seed, failure: other) }
  }
}
