import CStubKit

/// The parts of StubKit that this process has used, in one word that `canInit` reads without a lock.
struct ProcessUse: OptionSet {
  let rawValue: UInt32

  /// A scope was opened; a task that began in it may see the scope for as long as the task lives.
  static let scopes = ProcessUse(rawValue: 1)
  /// A registry has stood in for `.shared`.
  static let standIns = ProcessUse(rawValue: 2)
  static let reporters = ProcessUse(rawValue: 4)
  static let handlers = ProcessUse(rawValue: 8)
  /// `.shared` was used or changed since its start, or since its last reset.
  static let shared = ProcessUse(rawValue: 16)
  /// There was a lane, on which some tasks take their steps.
  static let lanes = ProcessUse(rawValue: 32)
  /// A director has decided when a registry delivers its answers.
  static let directors = ProcessUse(rawValue: 64)
  /// A testing library is linked.
  static let tests = ProcessUse(rawValue: 128)
  static let simulatedTime = ProcessUse(rawValue: 256)
  /// A test has set which secrets may be shown.
  static let discretion = ProcessUse(rawValue: 512)
  /// A server has answered on a port of its own.
  static let servers = ProcessUse(rawValue: 1024)
  /// A registry was given something that judges its exchanges.
  static let checks = ProcessUse(rawValue: 2048)

  @inline(__always)
  static var soFar: ProcessUse { ProcessUse(rawValue: stubkit_used()) }

  // By hand: in a debug build `OptionSet` answers through a chain of witnesses.
  func contains(_ use: ProcessUse) -> Bool { rawValue & use.rawValue == use.rawValue }
  func isDisjoint(with use: ProcessUse) -> Bool { rawValue & use.rawValue == 0 }
  var isEmpty: Bool { rawValue == 0 }

  /// Call this before the use can make a difference.
  static func note(_ use: ProcessUse) { if !soFar.contains(use) { stubkit_note_use(use.rawValue) } }

  static func forget(_ use: ProcessUse) { stubkit_forget_use(use.rawValue) }
}
