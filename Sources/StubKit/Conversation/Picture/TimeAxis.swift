/// A time axis that cuts long pauses, which would crowd all other moments together.
struct TimeAxis: Sendable {
  struct Stretch: Sendable {
    let times: Range<Duration>
    let (left, right): (Double, Double)
    let isCut: Bool
  }

  let start: Duration
  let span: Duration
  let (left, width): (Double, Double)
  private let stretches: [Stretch]

  private static let cutWidth = 26.0
  private static let shortestCut = Duration.milliseconds(250)
  private static let mostCuts = 4

  init(of moments: [Duration], left: Double, width: Double) {
    let moments = Set(moments).sorted()
    start = moments.first ?? .zero
    // Without two different moments, the axis shows a millisecond.
    let last = moments.last.flatMap { [start] in $0 > start ? $0 : nil }
    let end = last ?? start + .milliseconds(1)
    span = end - start
    (self.left, self.width) = (left, width)
    let cuts = Self.cuts(between: moments)
    let shown = cuts.reduce(span) { $0 - Self.length(of: $1) }
    let scale = (width - Double(cuts.count) * Self.cutWidth) / shown.inSeconds
    var stretches: [Stretch] = []
    var (time, x) = (start, left)
    func add(to moment: Duration, isCut: Bool) {
      let width = isCut ? Self.cutWidth : (moment - time).inSeconds * scale
      stretches.append(Stretch(times: time..<moment, left: x, right: x + width, isCut: isCut))
      (time, x) = (moment, x + width)
    }
    for cut in cuts {
      if cut.lowerBound > time { add(to: cut.lowerBound, isCut: false) }
      add(to: cut.upperBound, isCut: true)
    }
    if end > time { add(to: end, isCut: false) }
    self.stretches = stretches
  }

  /// The longest pauses, if even the shortest of them is much longer than the remaining time.
  private static func cuts(between moments: [Duration]) -> [Range<Duration>] {
    var pauses: [Range<Duration>] = zip(moments, moments.dropFirst()).map { $0..<$1 }
    pauses.sort { length(of: $0) > length(of: $1) }
    var rest = length(of: (moments.first ?? .zero)..<(moments.last ?? .zero))
    var count = 0
    for (position, pause) in pauses.prefix(mostCuts).enumerated() {
      let length = length(of: pause)
      rest -= length
      if rest > .zero, length > rest * 3, length >= shortestCut { count = position + 1 }
    }
    return pauses.prefix(count).sorted { $0.lowerBound < $1.lowerBound }
  }

  private static func length(of pause: Range<Duration>) -> Duration {
    pause.upperBound - pause.lowerBound
  }

  func x(_ moment: Duration) -> Double {
    guard let stretch = stretches.first(where: { moment <= $0.times.upperBound }) else {
      return left + width
    }
    let passed = moment - stretch.times.lowerBound
    let part = passed.inSeconds / Self.length(of: stretch.times).inSeconds
    return stretch.left + (stretch.right - stretch.left) * max(part, 0)
  }

  var cuts: [Double] { stretches.filter(\.isCut).map { ($0.left + $0.right) / 2 } }

  var ticks: [Duration] {
    let shown = stretches.filter { !$0.isCut }
    let time = shown.reduce(Duration.zero) { $0 + Self.length(of: $1.times) }
    let step = Self.steps.first { time / $0 < 5 } ?? time / 4
    var ticks = stretches.filter(\.isCut).map { $0.times.upperBound - start }
    for stretch in shown {
      let first = ((stretch.times.lowerBound - start) / step).rounded(.up)
      var tick = step * first
      while start + tick <= stretch.times.upperBound {
        if ticks.allSatisfy({ hasRoom(for: tick, beside: $0) }) { ticks.append(tick) }
        tick += step
      }
    }
    return ticks.sorted()
  }

  private func hasRoom(for tick: Duration, beside other: Duration) -> Bool {
    let letters = Double(tick.inWords.count + other.inWords.count)
    return abs(x(start + tick) - x(start + other)) >= letters / 2 * 6.7 + 7
  }

  private static let steps: [Duration] = {
    let powers = sequence(first: Duration.nanoseconds(100)) { $0 * 10 }.prefix(8)
    let round = [10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400]
    let weeks = sequence(first: Duration.seconds(7 * 86_400)) { $0 * 4 }.prefix(10)
    return powers.flatMap { [$0, $0 * 2, $0 * 5] } + round.map { .seconds($0) } + weeks
  }()
}
