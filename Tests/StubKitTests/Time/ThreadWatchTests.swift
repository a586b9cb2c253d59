#if os(Linux)
  import Foundation
  import Testing

  @testable import StubKit

  struct ThreadWatchTests {
    @Test func `looks at threads leave most of the open files that a process may have to others`()
      async
    {
      await #expect(processExitsWith: .success) {
        var limits = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        limits.rlim_cur = 64
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
        let hasEnded = DispatchSemaphore(value: 0)
        for _ in 0..<20 { Thread.detachNewThread { hasEnded.waitForSure() } }
        ThreadWatch.looking {
          let before = Self.openFiles
          _ = ThreadWatch.waitForSleep(patiently: true) { true }
          // Of 64 an eighth; what the process has from its parent may leave it even fewer.
          #expect(Self.openFiles - before <= 8)
        }
        for _ in 0..<20 { hasEnded.signal() }
      }
    }

    private static var openFiles: Int { (0..<64).count { fcntl($0, F_GETFD) != -1 } }
  }
#endif
