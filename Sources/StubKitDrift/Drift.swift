package import StubKit

/// A stub's answer that differs from the real server's answer to the same request.
package struct Drift: Sendable {
  package let exchange: StubExchange
  package let differences: [ShapeDifference]

  package var isHarmful: Bool { differences.contains { !$0.isRemark } }

  private static let most = 10

  package var table: [String] {
    let ordered = differences.filter { !$0.isRemark } + differences.filter(\.isRemark)
    let shown = ordered.prefix(Self.most)
    var rows = [["  ", "", "stubbed", "the server"]]
    for one in shown {
      rows.append([one.isRemark ? "! " : "✗ ", one.place, one.stubbed, one.live])
    }
    let widths = (1...2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      "    \(row[0])\(row[1].padded(to: widths[0]))   \(row[2].padded(to: widths[1]))   \(row[3])"
    }
    let others = ordered.count - shown.count
    return lines + (others > 0 ? ["    … and \(others) more"] : [])
  }

  package var problem: ExchangeProblem {
    let who = exchange.stub?.title.capitalizedFirst ?? "The answer"
    let lines = ["\(who) answers differently from the server", "  \(exchange.request)"] + table
    return .answer(lines.joined(separator: "\n"), by: exchange.stub).asWhole
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
