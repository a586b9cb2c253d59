#if canImport(FoundationNetworking)
  import CStubKit
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// Carries the registry of a request from `canInit`, where it is known, to the instance.
  ///
  /// The fact: `resume()` calls `canInit` on its own thread, with the caller's task-locals, but the
  /// instance may be made on another. Both see the same request, and a `URLRequest` is a reference to its
  /// storage (and a flag). The task keeps the storage alive in between, so its address identifies the
  /// request; it is never followed.
  ///
  /// Tasks that were made from one `URLRequest` value share its storage. While all requests at an address
  /// belong to one registry, it does not matter which instance takes which; a request of another registry
  /// waits until they are taken.
  enum ScopeHandover {
    struct Handed {
      let registry: StubRegistry
      let grounds: RegistryFinder.Grounds
      var reporter: IssueReporter?
      /// The ways of the requests whose instances are still to come.
      var ways: [WayIn] = []
    }

    private struct Entry {
      var handed: Handed
      /// The number of instances that are still to come.
      var count = 1
      /// Whether the loading system asked, so that an instance is sure to follow.
      let isAwaited = ScopeHandover.isAskedByLoadingSystem
      /// The threads that wait for the address to become free.
      var waiting: [DispatchSemaphore] = []
    }

    private static let entries = Locked(AddressTable<Entry>())

    /// How long a request waits for an address before the entry there counts as forgotten.
    ///
    /// An instance follows, but on a queue with the lowest priority, which a busy machine keeps waiting.
    /// Only after a `canInit` that a user called by hand there may be none.
    private static func patience(_ isAwaited: Bool) -> DispatchTimeInterval {
      isAwaited ? .seconds(30) : .milliseconds(500)
    }

    /// Whether the loading system asks, on its own queue, and not a user by hand.
    static var isAskedByLoadingSystem: Bool {
      strcmp(stubkit_current_queue_label(), "org.swift.URLSessionTask.WorkQueue") == 0
    }

    /// Leaves the registry of a taken request.
    static func leave(_ handed: Handed, for request: URLRequest) {
      guard let address = address(of: request) else { return }
      while true {
        let occupied: (by: Entry, until: DispatchSemaphore)? = entries.withLock { entries in
          entries.withEntry(at: address) { entry in
            guard entry != nil else {
              entry = Entry(handed: handed)
              return nil
            }
            if entry?.handed.registry === handed.registry {
              entry?.count += 1
              entry?.handed.reporter = handed.reporter
              entry?.handed.ways += handed.ways
              return nil
            }
            let semaphore = DispatchSemaphore(value: 0)
            entry?.waiting.append(semaphore)
            return entry.map { ($0, semaphore) }
          }
        }
        guard let (entry, free) = occupied else { return }
        if free.wait(timeout: .now() + patience(entry.isAwaited)) == .timedOut {
          clear(address, of: entry)
        }
      }
    }

    /// Takes the entry of a request; nil if there is none, or if requests cannot be told apart.
    ///
    /// - Parameter registry: The only registry whose entry is taken; nil for any.
    static func take(for request: URLRequest, of registry: StubRegistry? = nil) -> Handed? {
      guard let address = address(of: request) else { return nil }
      let (handed, waiting): (Handed?, [DispatchSemaphore]) = entries.withLock { entries in
        entries.withEntry(at: address) { entry in
          guard var handed = entry?.handed, handed.registry === registry ?? handed.registry
          else { return (nil, []) }
          handed.ways = entry?.handed.ways.popLast().map { [$0] } ?? []
          entry?.count -= 1
          guard entry?.count == 0 else { return (handed, []) }
          return (handed, entry.take()?.waiting ?? [])
        }
      }
      for semaphore in waiting { semaphore.signal() }
      return handed
    }

    private static func clear(_ address: UInt, of forgotten: Entry) {
      let entry = entries.withLock { entries in
        entries.withEntry(at: address) { entry -> Entry? in
          guard entry?.handed.registry === forgotten.handed.registry else { return nil }
          return entry.take()
        }
      }
      for semaphore in entry?.waiting ?? [] { semaphore.signal() }
    }

    /// The first word of the request, if requests still have the layout that this relies on.
    @inline(__always)
    static func address(of request: URLRequest) -> UInt? {
      guard MemoryLayout<URLRequest>.size == MemoryLayout<UInt>.size + 1 else { return nil }
      return withUnsafeBytes(of: request) { $0.loadUnaligned(as: UInt.self) }
    }
  }
#endif
