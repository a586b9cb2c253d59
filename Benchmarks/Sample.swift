/// What several measurements of the same thing came to.
struct Sample: Codable {
  let median: Double
  let minimum: Double
  let maximum: Double

  init(_ values: [Double]) {
    precondition(!values.isEmpty)
    let sorted = values.sorted()
    let middle = sorted.count / 2
    median =
      sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    minimum = sorted[0]
    maximum = sorted[sorted.count - 1]
  }
}

/// The nanoseconds that `body` takes.
func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  return (clock.now - start).nanoseconds
}

/// The nanoseconds that an asynchronous `body` takes.
func nanoseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await body()
  return (clock.now - start).nanoseconds
}

extension Duration {
  /// The duration as a number of nanoseconds.
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
