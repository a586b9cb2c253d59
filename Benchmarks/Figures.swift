import Foundation

/// Everything that a run has found, as it is written to a JSON file.
struct Figures: Codable {
  /// The cost of decisions in one situation, in nanoseconds.
  struct Decision: Codable {
    /// How the request comes to its registry: see `Way`.
    let way: String
    let family: String
    let stubs: Int
    /// Which stub answers: `newest`, `oldest`, `none`, or `rotating` for a thousand in turn.
    let target: String
    let cost: Sample
    let bare: Sample
    /// Compared with the bare cost, repetition by repetition.
    let ratio: Sample
    /// The scan of as many closures; nil where it would take too long.
    var scan: Sample?
    /// Heap allocations of one decision; nil where they cannot be counted.
    let allocations: Double?
  }

  /// The cost of asking where nothing is registered, in nanoseconds.
  struct Idle: Codable {
    /// The door.
    let door: Sample
    /// A registry without stubs.
    let inside: Sample
    let bare: Sample
  }

  /// The cost of adding or removing one stub, in nanoseconds.
  struct Registering: Codable {
    let what: String
    let stubs: Int
    let cost: Sample
  }

  /// What one stub takes on the heap, with its condition and its response.
  struct Memory: Codable {
    let family: String
    let stubs: Int
    let bytesPerStub: Double
  }

  /// The cost of something that happens to a scope, in nanoseconds.
  struct Scope: Codable {
    let what: String
    let cost: Sample
    /// What the process holds more after each, in bytes; nil where that cannot be counted.
    let bytes: Double?
  }

  /// Whole requests through `URLSession`.
  struct Whole: Codable {
    /// Which requests they are.
    struct Place: Codable, CustomStringConvertible {
      let what: String
      let stubs: Int
      let atOnce: Int
      var description: String { "\(what), \(stubs) stubs, \(atOnce) at once" }
    }

    /// What they take.
    struct Load: Codable {
      /// Requests a second.
      let throughput: Sample
      /// The processor time of each, in nanoseconds.
      let processor: Sample
      /// The heap allocations of each, on all threads; nil where they cannot be counted.
      let allocations: Double?
    }

    let place: Place
    let stubKit: Load
    /// A protocol written by hand, or another that StubKit is compared with.
    let floor: Load
    /// The throughput compared with that of the floor, pair by pair.
    let ratio: Sample
    /// The processor time compared with that of the floor, pair by pair.
    let processorRatio: Sample
  }

  /// A cost that is held by itself.
  struct Held: Codable {
    let what: String
    let unit: String
    let cost: Sample
    /// What it is to cost at most.
    let limit: Double
  }

  var machine = Machine()
  var decisions: [Decision] = []
  var idle: Idle?
  var registering: [Registering] = []
  var memory: [Memory] = []
  var scopes: [Scope] = []
  /// Plain answers beside the floor.
  var whole: [Whole] = []
  /// What is more than a plain answer, beside the floor.
  var feats: [Whole] = []
  /// What the floor has no care for, beside a floor that has.
  var careful: [Whole] = []
  /// The least that the platform leaves to a protocol without a cache, beside the floor.
  var platform: [Whole] = []
  /// Plain answers beside a scan of closures.
  var scans: [Whole] = []
  /// What simulated time costs in real time.
  var simulated: [Held] = []
  /// What a server costs.
  var serving: [Held] = []
  var contracts: [Held] = []

  /// Keeps, of two measurements of the same decision, the one that was disturbed less.
  mutating func take(_ again: Decision) {
    guard
      let index = decisions.firstIndex(where: { again.isLike($0) && again.stubs == $0.stubs }),
      again.quietRatio < decisions[index].quietRatio
    else { return }
    let scan = decisions[index].scan
    decisions[index] = again
    decisions[index].scan = scan
  }

  /// Writes the figures to a file.
  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(filePath: file))
  }

  /// What the figures were measured on.
  struct Machine: Codable {
    var cores = ProcessInfo.processInfo.processorCount
    var system = ProcessInfo.processInfo.operatingSystemVersionString
  }
}
