import Foundation

@testable import StubKitServer

#if canImport(Darwin)
  import Darwin
#endif

/// What a test in a process of its own may count and set.
enum OwnProcess {
  /// How many descriptors a test may need.
  private static let many: Int32 = 10_000

  /// The descriptors that are open.
  static var descriptors: [Int32] { (0..<many).filter { fcntl($0, F_GETFD) != -1 } }

  /// Allows as many descriptors as the system does, up to some thousands.
  static func allowManyDescriptors() throws { try setLimit(many) }

  /// Allows so many descriptors more than there are.
  static func allowDescriptors(_ count: Int) throws {
    let free = (0..<many).filter { fcntl($0, F_GETFD) == -1 }
    try setLimit(free[count])
  }

  private static func setLimit(_ limit: Int32) throws {
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = Darwin.RLIMIT_NOFILE
    #endif
    var limits = rlimit()
    guard getrlimit(kind, &limits) == 0 else { throw Socket.lastError }
    limits.rlim_cur = min(rlim_t(limit), limits.rlim_max)
    guard setrlimit(kind, &limits) == 0 else { throw Socket.lastError }
  }

  #if os(Linux)
    /// How many threads have such a name.
    static func threads(named name: String) throws -> Int {
      let tasks = "/proc/self/task"
      return try FileManager.default.contentsOfDirectory(atPath: tasks).count { thread in
        // One that has ended in the meantime has no name.
        (try? String(contentsOfFile: "\(tasks)/\(thread)/comm", encoding: .utf8))?
          .hasPrefix(name) == true
      }
    }

    /// Runs a block in a copy of the process that has this thread alone, and ends the copy.
    ///
    /// - Returns: The number of the copy, which has to be waited for.
    static func fork(_ block: () -> Void) throws -> pid_t {
      // Swift hides it, since little may be done in such a copy.
      typealias Fork = @convention(c) () -> pid_t
      guard let symbol = dlsym(nil, "fork") else { throw Socket.lastError }
      let child = unsafeBitCast(symbol, to: Fork.self)()
      guard child == 0 else { return child }
      block()
      _exit(0)
    }

    static func end(_ child: pid_t) {
      kill(child, SIGKILL)
      _ = wait(for: child)
    }

    /// Waits for a copy, or another child; returns what it ended with.
    static func wait(for child: pid_t) -> Int32 {
      var status: Int32 = 0
      waitpid(child, &status, 0)
      return status
    }
  #endif
}
