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
          owner: Owner(registry: registry, grounds: grounds), reporter: reporter, transit: transit))
    }

    static func owner(boundTo type: StubURLProtocol.Type) -> Owner? {
      guard type != StubURLProtocol.self,
        case .bound(let registry) = SessionBinding.finding(on: type, usedBy: nil)
      else { return nil }
      return Owner(registry: registry, grounds: .bound)
    }

    static func collect(
      askedBy type: StubURLProtocol.Type, bound: Owner?
    ) -> ScopeHandover.Handed {
      if let bound {
        guard let registry = bound.registry, !ProcessUse.soFar.isDisjoint(with: expecting),
          let handed = ScopeHandover.take(), handed.owner.registry === registry
        else { return .init(owner: bound) }
        return .init(owner: bound, reporter: handed.reporter, transit: handed.transit)
      }
      guard !ProcessUse.soFar.isDisjoint(with: kept), let handed = ScopeHandover.take() else {
        return .init(owner: find(askedBy: type, within: nil))
      }
      return handed
    }
  }

  /// Carries the registry of a request from `canInit`, where it is known, to the protocol instance.
  ///
  /// `resume()` calls `canInit` on the caller's thread, with the caller's task-locals, but the
  /// instance starts on another thread. Both run on the work queue of the `URLSessionTask`. Each
  /// queue has its own copy of the label, and the address of that copy identifies the task. If no
  /// instance follows, the entry stays until the label of a later task is at this address.
  enum ScopeHandover {
    struct Handed {
      let owner: RegistryFinder.Owner
      var reporter: IssueReporter?
      var transit: Transit?
    }

    private static let entries = Locked(AddressTable())

    /// Nil outside of a task's work queue, as when a user calls `canInit` by hand.
    static var currentTask: UInt? {
      guard let label = stubkit_current_queue_label(),
        strcmp(label, "org.swift.URLSessionTask.WorkQueue") == 0
      else { return nil }
      return UInt(bitPattern: label)
    }

    static func leave(_ handed: consuming Handed) {
      guard let task = currentTask else { return }
      // After the swap the former entry, which may be the last to hold a user's object: it is
      // released outside of the lock.
      var former: Handed? = consume handed
      entries.withLock { $0.withEntry(at: task) { swap(&$0, &former) } }
      withExtendedLifetime(former) {}
    }

    static func take() -> Handed? {
      guard let task = currentTask else { return nil }
      return entries.withLock { $0.withEntry(at: task) { $0.take() } }
    }
  }

  /// Entries by address, in a few slots; a dictionary takes those that collide.
  ///
  /// A dictionary alone is too slow, and so is a generic table in a debug build.
  struct AddressTable {
    typealias Entry = ScopeHandover.Handed

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
