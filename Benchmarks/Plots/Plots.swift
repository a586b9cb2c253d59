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
    if !figures.scans.isEmpty {
      try scans.svg.write(
        to: url.appending(path: "requests-by-stubs.svg"), atomically: true, encoding: .utf8)
    }
  }

  private var decisions: CurvePlot {
    var curves: [CurvePlot.Curve] = []
    for family in Family.all {
      let found = figures.decisions.filter {
        $0.way == Way.door.rawValue && $0.family == family.name && $0.target == "none"
      }
      guard family.bound != nil, !found.isEmpty else { continue }
      curves.append(
        .init(
          name: family.name, isDashed: false,
          points: found.map { (Double($0.stubs), $0.cost.median) }))
      let scans = found.compactMap { figure in
        figure.scan.map { (Double(figure.stubs), $0.median) }
      }
      if !scans.isEmpty {
        curves.append(.init(name: family.name, isDashed: true, points: scans))
      }
    }
    return CurvePlot(
      title: "Cost of deciding that no stub matches, and of letting the request pass",
      horizontal: "registered stubs", vertical: "nanoseconds per request", curves: curves)
  }

  private var scans: CurvePlot {
    func curve(isDashed: Bool, _ load: (Figures.Whole) -> Figures.Whole.Load) -> CurvePlot.Curve {
      CurvePlot.Curve(
        name: "whole request", isDashed: isDashed,
        points: figures.scans.map { (Double($0.place.stubs), 1e9 / load($0).throughput.median) })
    }
    return CurvePlot(
      title: "Cost of a whole request through URLSession",
      horizontal: "registered stubs, or closures", vertical: "nanoseconds per request",
      curves: [curve(isDashed: false, \.stubKit), curve(isDashed: true, \.floor)])
  }

  private var whole: BarPlot {
    BarPlot(
      title: "Whole requests through URLSession, compared with a URLProtocol written by hand",
      bars: figures.whole.map { figure in
        let stubs = figure.place.stubs
        return BarPlot.Bar(
          name: "\(figure.place.what), \(stubs.grouped) \(stubs == 1 ? "stub" : "stubs"), "
            + (figure.place.atOnce == 1 ? "one by one" : "\(figure.place.atOnce) at once"),
          value: figure.ratio.median, low: figure.ratio.minimum, high: figure.ratio.maximum)
      })
  }
}
