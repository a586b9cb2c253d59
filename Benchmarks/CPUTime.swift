import Foundation

/// The processor time that the whole process has used.
enum CPUTime {
  /// The nanoseconds so far, of all threads.
  static var nanoseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
