import Foundation

/// Everything that a run has found, as it is written to a JSON file.
struct Figures: Codable {
  /// The cost of decisions in one situation, in nanoseconds.
  struct Decision: Codable {
    let family: String
    let stubs: Int
    /// Which stub answers: `newest`, `oldest`, `none`, or `rotating` for a thousand in turn.
    let target: String
    let index: Sample
    let bare: Sample
    /// The index compared with the bare cost, repetition by repetition.
    let ratio: Sample
    /// The scan of as many closures; nil where it would take too long.
    var scan: Sample?
    /// Heap allocations of one decision; nil where they cannot be counted.
    let allocations: Double?
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

  /// Whole requests through `URLSession`.
  struct Whole: Codable {
    let stubs: Int
    let atOnce: Int
    /// Requests a second.
    let stubKit: Sample
    let floor: Sample
    /// The throughput compared with that of the floor, pair by pair.
    let ratio: Sample
  }

  /// An hour that was simulated.
  struct Simulated: Codable {
    let what: String
    /// The time it took, in seconds.
    let seconds: Sample
  }

  var machine = Machine()
  var decisions: [Decision] = []
  /// The cost of asking a registry without stubs, in nanoseconds.
  var idle: Sample?
  var registering: [Registering] = []
  var memory: [Memory] = []
  var whole: [Whole] = []
  var simulated: [Simulated] = []

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
