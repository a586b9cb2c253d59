#if canImport(FoundationNetworking)
  import CStubKit
  import Dispatch
  import Foundation

  extension RegistryFinder {
    /// If the process has used none of these, the instance finds the request's registry itself.
    private static let kept: ProcessUse = [
      .scopes, .standIns, .reporters, .tests, .simulatedTime, .closures,
    ]

    /// If the process has used none of these, requests of sessions bound by name leave no entry.
    private static let expecting: ProcessUse = [.reporters, .tests, .simulatedTime, .closures]

    @inline(__always)
    static func keep(_ registry: StubRegistry, on grounds: Grounds, for request: URLRequest) {
      if ProcessUse.soFar.isDisjoint(with: kept) { return }
      let reporter = registry.reporterForRequest()
      // The class of a session bound by name leads to its registry. Such a session needs an entry
      // only to tell a test of a late request, or to hold simulated time.
      let isExpected = reporter != nil || registry.rest != nil
      guard isExpected || grounds != .bound else { return }
      let transit = isExpected ? Transit(of: request, to: registry) : nil
      ScopeHandover.leave(
        .init(
          owner: Owner(registry: registry, grounds: grounds), reporter: reporter, transit: transit),
        for: request)
    }

    static func collect(
      for request: URLRequest, askedBy type: StubURLProtocol.Type
    ) -> ScopeHandover.Handed {
      if type != StubURLProtocol.self,
        case .bound(let registry) = SessionBinding.finding(on: type, usedBy: nil)
      {
        let bound = Owner(registry: registry, grounds: .bound)
        guard let registry, !ProcessUse.soFar.isDisjoint(with: expecting) else {
          return .init(owner: bound)
        }
        let handed = ScopeHandover.take(for: request, of: registry)
        return .init(owner: bound, reporter: handed?.reporter, transit: handed?.transit)
      }
      guard !ProcessUse.soFar.isDisjoint(with: kept), let handed = ScopeHandover.take(for: request)
      else { return .init(owner: find(askedBy: type, within: nil)) }
      return handed
    }
  }

  /// Carries the registry of a request from `canInit`, where it is known, to the protocol instance.
  ///
  /// `resume()` calls `canInit` on its own thread, with the caller's task-locals, but the instance
  /// may be made on another. Both see one request, and a `URLRequest` is a reference to its storage
  /// (and a flag). The task keeps the storage alive in between, so the storage's address identifies
  /// the request; StubKit never follows it.
  ///
  /// Tasks that were made from one `URLRequest` value share its storage. While all requests at an
  /// address belong to one registry, any instance may take any of their entries; a request of
  /// another registry waits until they are taken.
  enum ScopeHandover {
    struct Handed {
      let owner: RegistryFinder.Owner
      var reporter: IssueReporter?
      var transit: Transit?
    }

    struct Entry {
      var handed: Handed
      var count = 1
      var transits: [Transit] = []
      /// Whether the loading system asked, so that an instance is sure to follow.
      let isAwaited = ScopeHandover.isAskedByLoadingSystem
      var waiting: [DispatchSemaphore] = []
    }

    private static let entries = Locked(AddressTable())

    /// An instance may be late on a busy machine, and after a user's call of `canInit` never come.
    private static func patience(_ isAwaited: Bool) -> DispatchTimeInterval {
      isAwaited ? .seconds(30) : .milliseconds(500)
    }

    /// False if a user calls `canInit` by hand.
    static var isAskedByLoadingSystem: Bool {
      strcmp(stubkit_current_queue_label(), "org.swift.URLSessionTask.WorkQueue") == 0
    }

    static func leave(_ handed: Handed, for request: URLRequest) {
      guard let address = address(of: request) else { return }
      while true {
        // Released outside the lock, since it may be the last to hold a user's object.
        var former: IssueReporter?
        defer { withExtendedLifetime(former) {} }
        let occupied: (by: Entry, until: DispatchSemaphore)? = entries.withLock { entries in
          entries.withEntry(at: address) { entry in
            guard entry != nil else {
              entry = Entry(handed: handed)
              return nil
            }
            if entry?.handed.owner.registry === handed.owner.registry {
              entry?.count += 1
              former = entry?.handed.reporter
              entry?.handed.reporter = handed.reporter
              if let transit = handed.transit { entry?.transits.append(transit) }
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

    static func take(for request: URLRequest, of registry: StubRegistry? = nil) -> Handed? {
      guard let address = address(of: request) else { return nil }
      let (handed, waiting): (Handed?, [DispatchSemaphore]?) = entries.withLock { entries in
        entries.withEntry(at: address) { entry in
          guard var handed = entry?.handed, registry == nil || handed.owner.registry === registry
          else { return (nil, nil) }
          entry?.count -= 1
          if entry?.count == 0 { return (handed, entry.take()?.waiting) }
          if let transit = entry?.transits.popLast() {
            handed.transit = transit
          } else {
            entry?.handed.transit = nil
          }
          return (handed, nil)
        }
      }
      if let waiting { for semaphore in waiting { semaphore.signal() } }
      return handed
    }

    private static func clear(_ address: UInt, of forgotten: Entry) {
      let entry = entries.withLock { entries in
        entries.withEntry(at: address) { entry -> Entry? in
          guard entry?.handed.owner.registry === forgotten.handed.owner.registry else { return nil }
          return entry.take()
        }
      }
      for semaphore in entry?.waiting ?? [] { semaphore.signal() }
    }

    /// The first word of the request; nil if requests no longer have the expected layout.
    @inline(__always)
    static func address(of request: URLRequest) -> UInt? {
      guard MemoryLayout<URLRequest>.size == MemoryLayout<UInt>.size + 1 else { return nil }
      return withUnsafeBytes(of: request) { $0.loadUnaligned(as: UInt.self) }
    }
  }

  /// Entries by address, in a few slots; a dictionary takes those that collide.
  ///
  /// A dictionary alone is too slow, and so is a generic table in a debug build.
  struct AddressTable {
    typealias Entry = ScopeHandover.Entry

    private struct Slot {
      var address: UInt = 0
      var entry: Entry?
    }

    private static var size: Int { 256 }

    private var slots = [Slot](repeating: Slot(), count: size)
    private var others: [UInt: Entry] = [:]

    @inline(__always)
    mutating func withEntry<Result>(at address: UInt, _ body: (inout Entry?) -> Result) -> Result {
      // The lowest bits are the same in all addresses of allocations.
      let position = Int(truncatingIfNeeded: (address >> 4) ^ (address >> 12)) & (Self.size - 1)
      if slots[position].address == address { return useSlot(position, of: address, body) }
      guard slots[position].address == 0, others.isEmpty || others[address] == nil else {
        return body(&others[address])
      }
      return useSlot(position, of: address, body)
    }

    @inline(__always)
    private mutating func useSlot<Result>(
      _ position: Int, of address: UInt, _ body: (inout Entry?) -> Result
    ) -> Result {
      let result = body(&slots[position].entry)
      slots[position].address = slots[position].entry == nil ? 0 : address
      return result
    }
  }
#endif
