import Foundation

/// Applies the settings to a network.
extension DeliverySettings {
  /// Returns the pause before the head: latency and delay, each with its jitter and neither below zero.
  func pause(on network: NetworkProfile?, turn: Int, seed: UInt64) -> Duration {
    let latency = network?.latency.clampedToSimulation ?? .zero
    let latencyJitter = network?.jitter.clampedToSimulation ?? .zero
    let delay = pause?.length ?? .zero
    let delayJitter = pause?.jitter ?? .zero
    guard latencyJitter > .zero || delayJitter > .zero else { return latency + delay }

    var random = SeededRandom(seed: seed, turn: turn)
    let jitteredLatency = latency + random.nextDuration(upToEitherSide: latencyJitter)
    let jitteredDelay = delay + random.nextDuration(upToEitherSide: delayJitter)
    return max(jitteredLatency, .zero) + max(jitteredDelay, .zero)
  }

  /// The earlier of a drop and a truncation; the drop if they meet.
  var firstCut: Cut? {
    [drop, truncation].compactMap(\.self).min { $0.byteCount < $1.byteCount }
  }

  /// Returns the rate at which the body arrives; nil for all at once.
  func rate(of content: ResolvedResponse.Content, on network: NetworkProfile?) -> ByteRate? {
    switch speed {
    case .bytesPerSecond(let rate):
      return ByteRate(byteCount: rate, per: .seconds(1))
    case .spread(let duration):
      guard duration > .zero, case .reply(let reply) = content,
        case .data(let data) = reply.body, !data.isEmpty
      else { return nil }
      return ByteRate(byteCount: data.count, per: duration)
    case nil:
      return network?.bytesPerSecondDown.map { ByteRate(byteCount: $0, per: .seconds(1)) }
    }
  }

  /// Returns the time from the head to the end of an empty body, which has no rate.
  func timeWithoutBytes(of content: ResolvedResponse.Content) -> Duration {
    guard case .spread(let duration) = speed, case .reply(let reply) = content,
      reply.body.length == 0
    else { return .zero }
    return duration.clampedToSimulation
  }
}
