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
    // As near to zero as possible, and from there on away from it.
    let isDown = low == nil && (high ?? 1) < 0
    let edge = isDown ? high ?? 0 : max(low ?? 0, 0)
    let start = (edge / step).rounded(isDown ? .down : .up) * step
    var found: [Decimal] = []
    let skipped = variant + number(below: 5)
    for turn in 0..<1_000 where found.count <= skipped {
      let value = start + (isDown ? -step : step) * Decimal(turn)
      if fits(value) { found.append(value) }
    }
    if found.isEmpty {
      let edges = [low, high].compactMap(\.self)
      let between = edges.count == 2 ? (edges[0] + edges[1]) / 2 : 0
      found = (edges + [between, -step]).filter(fits)
    }
    guard let value = found.isEmpty ? nil : found[min(skipped, found.count - 1)] else {
      throw failure(of: nodes, "no number is within the limits and a multiple of all it has to be")
    }
    let text = "\(value)"
    return Int(text).map(StubJSON.integer) ?? .double(Double(text) ?? 0)
  }
}

extension JSONTape {
  fileprivate var decimal: Decimal { Decimal(string: text(at: 0)) ?? 0 }
}

extension Decimal {
  fileprivate func rounded(_ mode: NSDecimalNumber.RoundingMode) -> Decimal {
    var (value, result) = (self, Decimal())
    NSDecimalRound(&result, &value, 0, mode)
    return result
  }

  fileprivate var isWhole: Bool { !isNaN && rounded(.down) == self }
}
