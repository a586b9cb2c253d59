public import Foundation

extension StubResponse {
  /// Delays the head, in addition to the network's latency.
  ///
  /// The delay is longer or shorter by up to `jitter`, evenly distributed and never below zero.
  public func delayed(by delay: Duration, jitter: Duration = .zero) -> StubResponse {
    guard delay >= .zero, jitter >= .zero else {
      return .mistaken(".delayed(by: \(delay), jitter: \(jitter))", "no time can be negative")
    }
    return settingDelivery {
      $0.pause = (delay.withinCentury, jitter.withinCentury)
    }
  }

  /// Unavailable, because seconds need their unit.
  @available(*, unavailable, message: "write the unit: .delayed(by: .seconds(2))")
  public func delayed(by seconds: Double, jitter: Double = 0) -> StubResponse { self }

  /// Delivers the response over this network instead of the registry's network.
  public func throttled(to profile: NetworkProfile) -> StubResponse {
    settingDelivery { ($0.profile, $0.speed) = (profile, nil) }
  }

  /// Limits how many bytes of the body arrive in a second; with 0, none ever arrive.
  ///
  /// The network's latency and upload speed still apply.
  public func throttled(bytesPerSecond: Int) -> StubResponse {
    bytesPerSecond < 0
      ? .mistaken(".throttled(bytesPerSecond: \(bytesPerSecond))", "a count cannot be negative")
      : settingDelivery { $0.speed = .bytesPerSecond(bytesPerSecond) }
  }

  /// Cuts the body into chunks of `size` bytes, at least `interval` apart.
  ///
  /// The first chunk comes one interval after the head.
  public func chunked(every interval: Duration, size: Int) -> StubResponse {
    guard interval >= .zero, size > 0 else {
      return .mistaken(
        ".chunked(every: \(interval), size: \(size))",
        "no time can be negative, and a chunk has at least 1 byte")
    }
    return settingDelivery {
      $0.chunking = (interval.withinCentury, size)
    }
  }

  /// Delays the head and spreads the body over time, as in OHHTTPStubs.
  ///
  /// An empty body ends after `responseTime`. A streamed body, whose length is unknown, arrives at
  /// its own times unless `responseTime` is negative.
  ///
  /// - Parameters:
  ///   - requestTime: The seconds before the head.
  ///   - responseTime: The seconds that the body takes, spread evenly; if it is negative, the speed
  ///     in kilobytes (of 1000 bytes) a second.
  public func requestTime(_ requestTime: TimeInterval, responseTime: TimeInterval) -> StubResponse {
    guard requestTime >= 0, !responseTime.isNaN else {
      return .mistaken(
        ".requestTime(\(requestTime), responseTime: \(responseTime))",
        "the request takes 0 seconds or more, and the response a number of them")
    }
    return settingDelivery {
      $0.pause = (.simulated(seconds: requestTime), .zero)
      $0.speed =
        if responseTime < 0 {
          .bytesPerSecond(Int(clamping: Int64(min(-responseTime * 1000, 1e15).rounded(.up))))
        } else {
          .spread(over: .simulated(seconds: responseTime))
        }
    }
  }

  package func spread(over time: Duration) -> StubResponse {
    settingDelivery { $0.speed = .spread(over: time) }
  }

  /// Breaks the connection after this many bytes of the body; with 0, right after the head.
  ///
  /// A shorter body arrives whole.
  public func dropping(
    afterBytes byteCount: Int, error: URLError.Code = .networkConnectionLost
  ) -> StubResponse {
    byteCount < 0
      ? .mistaken(".dropping(afterBytes: \(byteCount))", "a count cannot be negative")
      : breaking(after: byteCount, by: .described(error))
  }

  package func breaking(after byteCount: Int, by error: URLError) -> StubResponse {
    settingDelivery { $0.cut = (byteCount, error) }
  }

  /// Ends the body after this many bytes as if it were complete.
  ///
  /// The `Content-Length` is still that of the whole body, so that a client can notice. Of this and
  /// `dropping(afterBytes:)` the later call counts.
  public func truncated(afterBytes byteCount: Int) -> StubResponse {
    guard byteCount >= 0 else {
      return .mistaken(".truncated(afterBytes: \(byteCount))", "a count cannot be negative")
    }
    return settingDelivery { $0.cut = (byteCount, nil) }
  }

  /// Fails a share of the requests, from 0 for none to 1 for all.
  ///
  /// The seed and the number of the request decide which requests fail, so every run is the same.
  public func flaky(
    rate: Double, seed: UInt64, error: URLError.Code = .networkConnectionLost
  ) -> StubResponse { flaky(rate: rate, seed: seed, with: .failure(error)) }

  /// Answers a share of the requests, from 0 for none to 1 for all, with another response.
  ///
  /// ```swift
  /// .json(["id": 1]).flaky(rate: 0.3, seed: 42, with: .status(503, headers: ["Retry-After": "2"]))
  /// ```
  /// The seed and the number of the request decide whether it gets the other response, so every run
  /// is the same. The other response gets this response's delays and delivery settings where it has
  /// none of its own. An earlier `flaky` counts for the requests that this one leaves.
  public func flaky(rate: Double, seed: UInt64, with other: StubResponse) -> StubResponse {
    guard 0...1 ~= rate else {
      return .mistaken(
        ".flaky(rate: \(rate), …)", "a rate is a share from 0 to 1, such as 0.3 for 30 %")
    }
    guard max(other.depth, delivery.flakiness?.depth ?? 0) < Self.deepest else {
      return .broken(
        "The stub's flaky response nests responses more than \(Self.deepest) deep: "
          + "give `with:` a plain response.")
    }
    var response = self
    response.delivery.flakiness = .init(
      rate: rate, seed: seed, failure: other, earlier: delivery.flakiness)
    return response
  }

  /// Answers a request that has a `Range` field with that part of the body, as file servers do.
  ///
  /// ```swift
  /// stub(condition: isGET("/film.mp4"), response: .file(film).ranged())
  /// ```
  /// A `GET` with `Range: bytes=0-499`, `bytes=500-` or `bytes=-500` gets 206 and `Content-Range`;
  /// a range without any byte of the body gets 416. As RFC 9110 allows, the response ignores several
  /// ranges, a range in another unit or form, and any range if `If-Range` is neither its `ETag` nor
  /// its `Last-Modified`. A stream, or a status other than 200, is not affected.
  public func ranged() -> StubResponse { settingDelivery { $0.isRanged = true } }

  static func mistaken(_ call: String, _ reason: String) -> StubResponse {
    .failure(URLError.mistaken(call, reason))
  }

  private func settingDelivery(_ change: (inout DeliverySettings) -> Void) -> StubResponse {
    if case .passThrough = kind { return .changedPassThrough }
    var response = self
    change(&response.delivery)
    return response
  }
}
