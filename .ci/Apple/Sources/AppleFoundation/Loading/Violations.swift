import AppleObjectiveC
import Foundation

/// A protocol that does something wrong on purpose, so that the double can be tested.
public protocol DeliberatelyWrong: URLProtocol {}

/// Every violation of the process; those that nobody meant end it with an error.
enum Violations {
  private static let log = Guarded<[Violation]>([])
  private static let failAtExit: Void = {
    atexit {
      FileHandle.standardError.write(Data("\(Violations.all.count) violations, see above\n".utf8))
      _exit(70)
    }
  }()

  static var all: [Violation] { log.withLock { $0 } }

  static func add(_ violation: Violation, by type: URLProtocol.Type) {
    log.withLock { $0.append(violation) }
    guard !(type is any DeliberatelyWrong.Type) else { return }
    FileHandle.standardError.write(Data("violation: \(violation)\n".utf8))
    _ = failAtExit
  }
}
