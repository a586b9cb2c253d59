/// What the command line asks for.
struct SoakOptions {
  /// How many requests are made.
  private(set) var count = 1_000_000
  /// What decides everything that is left to chance, but for the order of threads.
  private(set) var seed: UInt64 = 2_026
  /// The kinds of requests that are made.
  private(set) var kinds = Kind.allCases
  /// The places at which they are made.
  private(set) var places = Place.allCases
  /// Whether the count is of processes killed while they record, not of requests.
  private(set) var isOfKills = false
  /// What such a process records, and where.
  private(set) var recording: (file: String, base: String)?

  /// Reads a command line; nil if it cannot be understood.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--seed", let number = rest.popFirst().flatMap({ UInt64($0) }) {
        seed = number
      } else if argument == "--kind", let kind = rest.popFirst().flatMap(Kind.init) {
        kinds = [kind]
      } else if argument == "--place", let place = rest.popFirst().flatMap(Place.init) {
        places = [place]
      } else if argument == "--kills" {
        isOfKills = true
        count = 1_000
      } else if argument == "--record", let file = rest.popFirst(), let base = rest.popFirst() {
        recording = (file, base)
      } else if let number = Int(argument), number > 0 {
        count = number
      } else {
        return nil
      }
    }
  }

  /// How to call the program.
  static let help = """
    Usage: StubKitSoak [COUNT] [--seed NUMBER] [--kind KIND] [--place PLACE]
           StubKitSoak --kills [ROUNDS]

    KIND: \(Kind.allCases.map(\.rawValue).joined(separator: " "))
    PLACE: \(Place.allCases.map(\.rawValue).joined(separator: " "))
    """
}
