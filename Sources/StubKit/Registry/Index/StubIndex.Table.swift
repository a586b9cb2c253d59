extension StubIndex {
  /// The stubs by their keys: one hash table with linear probing for all signatures.
  struct Table {
    /// The stubs of one key; a collision of keys costs only time.
    struct Slot {
      /// Made odd, to differ from the 0 of a free slot: a hash can spare one bit.
      fileprivate var key: UInt64 = 0
      /// Nil in a slot that is free, or has lost its stubs.
      fileprivate(set) var best: Stub? {
        didSet { comparisons = best?.matcher.wholeAddress }
      }
      /// If set, the whole condition of `best`, which owns it: the stub itself need not be read.
      nonisolated(unsafe) private(set) var comparisons: FlatComparisons.Address?
      fileprivate(set) var others = RankedStubs()

      var stubs: [Stub] { others.stubs + (best.map { [$0] } ?? []) }

      func isAt(_ key: UInt64) -> Bool { self.key == key | 1 }
    }

    private var slots: [Slot] = []
    private var usedSlots = 0
    private var shift: UInt64 = 64

    var usedSlotsInAnyOrder: [Slot] { slots.filter { $0.best != nil } }

    func count(at key: UInt64) -> Int {
      place(of: key).map { slots[$0].best == nil ? 0 : 1 + slots[$0].others.stubs.count } ?? 0
    }

    func contains(_ stub: Stub, at key: UInt64) -> Bool {
      guard let place = place(of: key) else { return false }
      return slots[place].best === stub || slots[place].others.contains(stub)
    }

    mutating func insert(_ stub: Stub, at key: UInt64) {
      if (usedSlots + 1) * 3 > slots.count * 2 { makeRoom() }
      let place = self.place(of: key) ?? insert(Slot(key: key | 1))
      guard let best = slots[place].best, stub.rank < best.rank else {
        if let best = slots[place].best { slots[place].others.insert(best) }
        slots[place].best = stub
        return
      }
      slots[place].others.insert(stub)
    }

    mutating func remove(_ stub: Stub, at key: UInt64) {
      guard let place = place(of: key) else { return }
      if slots[place].best === stub {
        slots[place].best = slots[place].others.popBest()
      } else {
        slots[place].others.remove(stub)
      }
    }

    subscript(_ place: Int) -> Slot { slots[place] }

    @inline(__always)
    func place(of key: UInt64) -> Int? {
      guard usedSlots > 0 else { return nil }
      let key = key | 1
      var place = home(of: key)
      // Reads `slots` directly: an array that is passed to a closure is retained for it.
      while slots[place].key != key {
        if slots[place].key == 0 { return nil }
        place = (place &+ 1) & (slots.count &- 1)
      }
      return place
    }

    /// The position of a key in an empty table.
    @inline(__always)
    private func home(of key: UInt64) -> Int {
      // Fibonacci hashing; the highest bits are the best.
      Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// Puts a new key where it is looked for first, as it is mostly the one asked for; others move on.
    @discardableResult
    private mutating func insert(_ slot: Slot) -> Int {
      let home = home(of: slot.key)
      var (slot, place) = (slot, home)
      while slots[place].key != 0 {
        swap(&slots[place], &slot)
        place = (place + 1) & (slots.count - 1)
      }
      slots[place] = slot
      usedSlots += 1
      return home
    }

    /// Leaves out the slots that have lost their stubs.
    private mutating func makeRoom() {
      let old = usedSlotsInAnyOrder
      let size = max(8, old.count * 3)
      slots = Array(repeating: Slot(), count: 1 << (Int.bitWidth - (size - 1).leadingZeroBitCount))
      shift = UInt64(64 - slots.count.trailingZeroBitCount)
      usedSlots = 0
      // The last first, since each is put before those that are there.
      for slot in old.reversed() { insert(slot) }
    }
  }
}

/// Stubs in ascending rank: the newest is mostly the best, so most changes are at the end.
struct RankedStubs {
  private(set) var stubs: [Stub] = []

  var isEmpty: Bool { stubs.isEmpty }

  mutating func insert(_ stub: Stub) { stubs.insert(stub, at: place(of: stub.rank)) }

  mutating func remove(_ stub: Stub) {
    if let place = place(of: stub) { stubs.remove(at: place) }
  }

  mutating func popBest() -> Stub? { stubs.popLast() }

  func contains(_ stub: Stub) -> Bool { place(of: stub) != nil }

  private func place(of stub: Stub) -> Int? {
    let place = place(of: stub.rank)
    return place < stubs.count && stubs[place] === stub ? place : nil
  }

  /// Visits the stubs below `ceiling`, if given, best first, until `visit` returns true.
  @inline(__always)
  func first(below ceiling: Stub.Rank?, where visit: (Stub) -> Bool) {
    var end = ceiling.map(place) ?? stubs.count
    while end > 0 {
      end -= 1
      if visit(stubs[end]) { return }
    }
  }

  /// Returns the place of the first stub that does not rank below `rank`, or the end.
  private func place(of rank: Stub.Rank) -> Int {
    guard let last = stubs.last, rank <= last.rank else { return stubs.count }
    return stubs.indices.firstPlace { stubs[$0].rank >= rank }
  }
}
