import Foundation

/// The plots of a run.
struct Plots {
  private let figures: Figures

  init(_ figures: Figures) {
    self.figures = figures
  }

  /// Writes every plot for which there are figures into a folder, which is made if need be.
  func write(to folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let url = URL(filePath: folder)
    if !figures.decisions.isEmpty {
      try decisions.svg.write(
        to: url.appending(path: "decisions.svg"), atomically: true, encoding: .utf8)
    }
    if !figures.whole.isEmpty {
      try whole.svg.write(
        to: url.appending(path: "whole-requests.svg"), atomically: true, encoding: .utf8)
    }
  }

  private var decisions: CurvePlot {
    var curves: [CurvePlot.Curve] = []
    for family in Family.all {
      let found = figures.decisions.filter { $0.family == family.name && $0.target == "none" }
      guard family.bound != nil, !found.isEmpty else { continue }
      curves.append(
        .init(
          name: family.name, isDashed: false,
          points: found.map { (Double($0.stubs), $0.index.median) }))
      let scans = found.compactMap { figure in
        figure.scan.map { (Double(figure.stubs), $0.median) }
      }
      if !scans.isEmpty {
        curves.append(.init(name: family.name, isDashed: true, points: scans))
      }
    }
    return CurvePlot(
      title: "Cost of deciding that no stub matches",
      horizontal: "registered stubs", vertical: "nanoseconds per request", curves: curves)
  }

  private var whole: BarPlot {
    BarPlot(
      title: "Whole requests through URLSession, compared with a bare URLProtocol",
      bars: figures.whole.map { figure in
        BarPlot.Bar(
          name: "\(figure.stubs.grouped) \(figure.stubs == 1 ? "stub" : "stubs"), "
            + (figure.atOnce == 1 ? "one by one" : "\(figure.atOnce) at once"),
          value: figure.ratio.median, low: figure.ratio.minimum, high: figure.ratio.maximum)
      })
  }
}
