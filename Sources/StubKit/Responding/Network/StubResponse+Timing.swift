public import Foundation

extension StubResponse {
  /// Waits before the head arrives, in addition to the network's latency.
  ///
  /// The delay is longer or shorter by up to `jitter`, evenly distributed and never below zero.
  public func delayed(by delay: Duration, jitter: Duration = .zero) -> StubResponse {
    settingDelivery {
      $0.pause = DeliverySettings.Pause(
        length: delay.clampedToSimulation, jitter: jitter.clampedToSimulation)
    }
  }

  /// Seconds have their unit.
  @available(*, unavailable, message: "write the unit: .delayed(by: .seconds(2))")
  public func delayed(by seconds: Double, jitter: Double = 0) -> StubResponse { self }

  /// Delivers as this network would, whatever the registry's network is.
  public func throttled(to profile: NetworkProfile) -> StubResponse {
    settingDelivery {
      $0.profile = profile
      $0.speed = nil
    }
  }

  /// Limits how many bytes of the body arrive in a second; with 0 or less, none ever arrive.
  ///
  /// The network's latency and upload speed stay the same.
  public func throttled(bytesPerSecond: Int) -> StubResponse {
    settingDelivery { $0.speed = .bytesPerSecond(bytesPerSecond) }
  }

  /// Cuts the body into chunks of `size` bytes, at least `interval` apart.
  ///
  /// The first comes one interval after the head.
  public func chunked(every interval: Duration, size: Int) -> StubResponse {
    settingDelivery {
      $0.chunking = DeliverySettings.Chunking(
        interval: interval.clampedToSimulation, size: max(size, 1))
    }
  }

  /// Delays the head and spreads the body over time, as in OHHTTPStubs.
  ///
  /// A body without bytes ends after its time. A streamed body, whose length nobody knows, keeps its own
  /// times unless a speed is given.
  ///
  /// - Parameters:
  ///   - requestTime: The seconds before the head.
  ///   - responseTime: The seconds that the body takes, spread evenly; if it is negative, the speed
  ///     in kilobytes (of 1000 bytes) a second.
  public func requestTime(
    _ requestTime: TimeInterval, responseTime: TimeInterval
  ) -> StubResponse {
    settingDelivery {
      $0.pause = DeliverySettings.Pause(length: .simulated(seconds: requestTime), jitter: .zero)
      $0.speed =
        if responseTime < 0 {
          .bytesPerSecond(Int(clamping: Int64(min(-responseTime * 1000, 1e15).rounded(.up))))
        } else {
          .spread(over: .simulated(seconds: responseTime))
        }
    }
  }

  /// Returns the response with a body that takes this time, however long it is.
  package func spread(over time: Duration) -> StubResponse {
    settingDelivery { $0.speed = .spread(over: time) }
  }

  /// Returns the response with other delivery settings.
  func settingDelivery(_ change: (inout DeliverySettings) -> Void) -> StubResponse {
    var response = self
    change(&response.delivery)
    return response
  }
}
