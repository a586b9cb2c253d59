import CStubKit

/// What of StubKit this process has used, in one word that is read without a lock.
///
/// What was never used need not be looked for. `canInit` reads it first of all: where nothing was used,
/// a request costs 10 ns of 100; where there was no scope yet, a hit is spared 200 ns of 370.
struct ProcessUse: OptionSet {
  let rawValue: UInt32

  /// A scope has surrounded some code; it may be seen for as long as a task lives that began in it.
  static let scopes = ProcessUse(rawValue: 1)
  /// A registry has stood in for `.shared`.
  static let standIns = ProcessUse(rawValue: 2)
  /// Somebody has wanted to hear of issues.
  static let reporters = ProcessUse(rawValue: 4)
  /// Somebody has listened to events.
  static let handlers = ProcessUse(rawValue: 8)
  /// `.shared` was used or changed since its start, or since its last reset.
  static let shared = ProcessUse(rawValue: 16)
  /// A lane takes the steps of some tasks.
  static let lanes = ProcessUse(rawValue: 32)
  /// Somebody has directed the answers of a registry.
  static let directors = ProcessUse(rawValue: 64)
  /// A testing library is linked.
  static let tests = ProcessUse(rawValue: 128)
  /// There was a clock whose time is simulated.
  static let simulatedTime = ProcessUse(rawValue: 256)
  /// Somebody has said what is said of secrets.
  static let discretion = ProcessUse(rawValue: 512)

  /// What has been used so far.
  @inline(__always)
  static var soFar: ProcessUse { ProcessUse(rawValue: stubkit_used()) }

  /// Notes what is used from now on; to be called before it can make a difference.
  static func note(_ use: ProcessUse) {
    if !soFar.isSuperset(of: use) { stubkit_note_use(use.rawValue) }
  }

  /// Takes back that something was used.
  static func forget(_ use: ProcessUse) {
    stubkit_forget_use(use.rawValue)
  }
}
