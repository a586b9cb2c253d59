import CStubKit

/// The parts of StubKit that this process has used, in one word that is read without a lock.
///
/// What was never used need not be looked for: `canInit` reads this word before anything else.
struct ProcessUse: OptionSet {
  let rawValue: UInt32

  /// A scope has surrounded some code; a task that began in it may see it for as long as it lives.
  static let scopes = ProcessUse(rawValue: 1)
  /// A registry has stood in for `.shared`.
  static let standIns = ProcessUse(rawValue: 2)
  /// There was a reporter of issues.
  static let reporters = ProcessUse(rawValue: 4)
  /// There was an event handler.
  static let handlers = ProcessUse(rawValue: 8)
  /// `.shared` was used or changed since its start, or since its last reset.
  static let shared = ProcessUse(rawValue: 16)
  /// There was a lane, on which the steps of some tasks are taken.
  static let lanes = ProcessUse(rawValue: 32)
  /// A director has decided when a registry's answers go.
  static let directors = ProcessUse(rawValue: 64)
  /// A testing library is linked.
  static let tests = ProcessUse(rawValue: 128)
  /// There was a clock whose time is simulated.
  static let simulatedTime = ProcessUse(rawValue: 256)
  /// A test has set what may be shown of secrets.
  static let discretion = ProcessUse(rawValue: 512)

  @inline(__always)
  static var soFar: ProcessUse { ProcessUse(rawValue: stubkit_used()) }

  // By hand: in a debug build `OptionSet` answers through a chain of witnesses.
  func contains(_ use: ProcessUse) -> Bool { rawValue & use.rawValue == use.rawValue }
  func isDisjoint(with use: ProcessUse) -> Bool { rawValue & use.rawValue == 0 }
  var isEmpty: Bool { rawValue == 0 }

  /// Notes a use; to be called before the use can make a difference.
  static func note(_ use: ProcessUse) {
    if !soFar.contains(use) { stubkit_note_use(use.rawValue) }
  }

  static func forget(_ use: ProcessUse) {
    stubkit_forget_use(use.rawValue)
  }
}
