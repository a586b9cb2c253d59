import Foundation

/// The processor time that has been used.
enum CPUTime {
  /// The nanoseconds so far, of all threads.
  static var nanoseconds: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// The nanoseconds so far, of this thread.
  static var nanosecondsOfThread: Double { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
