import Foundation
import StubKit

extension ExampleMaker {
  mutating func number(
    _ nodes: [SchemaNode], isWhole: Bool, variant: Int
  ) throws(SchemaExampleError) -> StubJSON {
    let rules = nodes.compactMap(\.rules.number)
    let lows = rules.compactMap(\.minimum?.decimal)
    let openLows = rules.compactMap(\.exclusiveMinimum?.decimal)
    let highs = rules.compactMap(\.maximum?.decimal)
    let openHighs = rules.compactMap(\.exclusiveMaximum?.decimal)
    let divisors = rules.compactMap(\.multipleOf?.decimal)
    let (low, high) = ((lows + openLows).max(), (highs + openHighs).min())
    if let low, let high, low > high {
      throw failure(of: nodes, "the minimum \(low) is more than the maximum \(high)")
    }
    func fits(_ value: Decimal) -> Bool {
      lows.allSatisfy { value >= $0 } && openLows.allSatisfy { value > $0 }
        && highs.allSatisfy { value <= $0 } && openHighs.allSatisfy { value < $0 }
        && divisors.allSatisfy { $0 > 0 && (value / $0).isWhole } && value.isWhole == isWhole
    }
    let step = divisors.max() ?? (isWhole ? 1 : 0.5)
    // The candidates start as near to zero as possible and move away from it; those on the other side
    // of zero follow only where values that have to differ need them.
    let isDown = (high ?? 1) < 0
    let edge = isDown ? high ?? 0 : max(low ?? 0, 0)
    let start = (edge / step).rounded(isDown ? .down : .up) * step
    var found: [Decimal] = []
    let skipped = variant + number(below: 5)
    func candidate(_ turn: Int) -> Decimal { start + (isDown ? -step : step) * Decimal(turn) }
    // If two multiples of one whole number fit, so do all multiples between them.
    if step.isWhole, isWhole, divisors.count < 2, fits(start), fits(candidate(skipped)) {
      return .number(of: candidate(skipped))
    }
    for turn in 0..<1_000 where found.count <= skipped {
      if fits(candidate(turn)) { found.append(candidate(turn)) }
    }
    for turn in 1..<1_000 where found.count <= variant {
      if fits(candidate(-turn)) { found.append(candidate(-turn)) }
    }
    // Counts as ten attempts, since the loops above are as much work.
    attempts += 10
    if found.isEmpty {
      let edges = [low, high].compactMap(\.self)
      let between = edges.count == 2 ? (edges[0] + edges[1]) / 2 : 0
      found = (edges + [between]).filter(fits)
    }
    guard !found.isEmpty else {
      throw failure(of: nodes, "no number of this type fits the limits and every multipleOf")
    }
    return .number(of: found[skipped % found.count])
  }
}

extension StubJSON {
  fileprivate static func number(of value: Decimal) -> StubJSON {
    let text = "\(value)"
    return Int(text).map(StubJSON.integer) ?? .double(Double(text) ?? 0)
  }
}

extension JSONTape {
  /// Nil for a number that no `Decimal` holds, such as the greatest `Double`.
  fileprivate var decimal: Decimal? { Decimal(string: text(at: 0)) }
}

extension Decimal {
  fileprivate func rounded(_ mode: NSDecimalNumber.RoundingMode) -> Decimal {
    var (value, result) = (self, Decimal())
    NSDecimalRound(&result, &value, 0, mode)
    return result
  }

  fileprivate var isWhole: Bool { !isNaN && rounded(.down) == self }
}
