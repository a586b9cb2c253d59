import CStubKit

/// The parts of StubKit that this process has used; `canInit` reads them without a lock.
struct ProcessUse: OptionSet {
  let rawValue: UInt32

  /// Code ran in a scope; a task that it began may see the scope for as long as the task lives.
  static let scopes = ProcessUse(rawValue: 1)
  /// A registry has stood in for `.shared`.
  static let standIns = ProcessUse(rawValue: 2)
  static let reporters = ProcessUse(rawValue: 4)
  static let handlers = ProcessUse(rawValue: 8)
  /// `.shared` was used or changed, and has not been reset since.
  static let shared = ProcessUse(rawValue: 16)
  static let lanes = ProcessUse(rawValue: 32)
  static let directors = ProcessUse(rawValue: 64)
  /// A testing library has registered its reporters.
  static let tests = ProcessUse(rawValue: 128)
  static let simulatedTime = ProcessUse(rawValue: 256)
  /// A registry may have a `Discretion` of its own.
  static let discretion = ProcessUse(rawValue: 512)
  static let servers = ProcessUse(rawValue: 1024)
  static let checks = ProcessUse(rawValue: 2048)
  /// A closure of a condition or of a response was called.
  static let closures = ProcessUse(rawValue: 4096)

  /// Uses that may give requests of unbound sessions to another registry than `.shared`.
  static let insteadOfShared = ProcessUse(rawValue: scopes.rawValue | standIns.rawValue)

  @inline(__always)
  static var soFar: ProcessUse { ProcessUse(rawValue: stubkit_used()) }

  // Written by hand, because `OptionSet`'s own methods are slow in a debug build.
  func contains(_ use: ProcessUse) -> Bool { rawValue & use.rawValue == use.rawValue }
  func isDisjoint(with use: ProcessUse) -> Bool { rawValue & use.rawValue == 0 }
  var isEmpty: Bool { rawValue == 0 }

  /// Must be called before the use can take effect.
  static func note(_ use: ProcessUse) { if !soFar.contains(use) { stubkit_note_use(use.rawValue) } }

  static func forget(_ use: ProcessUse) { stubkit_forget_use(use.rawValue) }
}
