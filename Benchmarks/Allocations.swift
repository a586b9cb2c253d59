import CAllocations

/// Heap allocations, where the platform lets us count them.
enum Allocations {
  /// How many allocations `body` makes on this thread, or nil.
  static func count(_ body: () -> Void) -> Double? {
    guard allocations_are_counted() else { return nil }
    let before = allocations_of_this_thread()
    body()
    return Double(allocations_of_this_thread() - before)
  }

  /// How many allocations all threads have made so far, or nil.
  static var ofAllThreads: Double? {
    allocations_are_counted() ? Double(allocations_of_all_threads()) : nil
  }

  /// How many bytes of the heap are in use, or nil.
  static var bytesInUse: Double? {
    allocations_are_counted() ? Double(heap_bytes_in_use()) : nil
  }
}
