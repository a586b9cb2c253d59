extension StubIndex {
  /// The stubs by their keys: an open table with linear probing, for all signatures.
  struct Table {
    /// The stubs of one key; a collision of keys costs only time.
    struct Slot {
      fileprivate(set) var key: UInt64 = 0
      /// The best stub; nil in a free slot.
      fileprivate(set) var best: Stub? {
        didSet { comparisons = best?.matcher.wholeAddress }
      }
      /// The comparisons of the best stub, if there is nothing else to evaluate; the stub keeps them.
      ///
      /// So the stub itself, which would have to be retained and is far away in memory, is not visited.
      nonisolated(unsafe) private(set) var comparisons: FlatComparisons.Address?
      /// The others of the same key.
      fileprivate(set) var others = RankedStubs()

      @inline(__always)
      var isFree: Bool { best == nil }

      init() {}

      fileprivate init(key: UInt64, best: Stub) {
        (self.key, self.best) = (key, best)
        comparisons = best.matcher.wholeAddress
      }
    }

    private var slots: [Slot] = []
    private var usedSlots = 0
    /// How far a hash is shifted to become a position.
    private var shift: UInt64 = 64

    /// The slots that hold stubs.
    var usedSlotsInAnyOrder: [Slot] { slots.filter { $0.best != nil } }

    /// Returns the number of stubs with this key, or somewhat more.
    func countAtMost(at key: UInt64) -> Int {
      guard usedSlots > 0 else { return 0 }
      let slot = slots[position(of: key)]
      return slot.best == nil ? 0 : 1 + slot.others.countAtMost
    }

    func contains(_ stub: Stub, at key: UInt64) -> Bool {
      guard usedSlots > 0 else { return false }
      let slot = slots[position(of: key)]
      return slot.best === stub || slot.others.contains(stub)
    }

    mutating func insert(_ stub: Stub, at key: UInt64) {
      if (usedSlots + 1) * 3 > slots.count * 2 { grow() }
      let position = position(of: key)
      guard let best = slots[position].best else {
        usedSlots += 1
        slots[position] = Slot(key: key, best: stub)
        return
      }
      if best.rank < stub.rank {
        slots[position].others.insert(best)
        slots[position].best = stub
      } else {
        slots[position].others.insert(stub)
      }
    }

    mutating func remove(_ stub: Stub, at key: UInt64) {
      guard usedSlots > 0 else { return }
      let position = position(of: key)
      guard slots[position].best === stub else {
        slots[position].others.remove(stub)
        return
      }
      slots[position].best = slots[position].others.popBest()
      if slots[position].best == nil { vacate(position) }
    }

    subscript(_ place: Int) -> Slot { slots[place] }

    @inline(__always)
    func place(of key: UInt64) -> Int? {
      guard usedSlots > 0 else { return nil }
      var place = home(of: key)
      // Element by element: an array that is handed to a closure is retained for it.
      while slots[place].key != key {
        if slots[place].isFree { return nil }
        place = (place &+ 1) & (slots.count &- 1)
      }
      return slots[place].isFree ? nil : place
    }

    /// Whether a stub at a place has a condition that the request does not fail.
    @inline(__always)
    func mayMatch(at place: Int, _ probe: borrowing RequestProbe) -> Bool {
      guard let comparisons = slots[place].comparisons else {
        return mayMatchOneByOne(at: place, probe)
      }
      if FlatComparisons.verdict(at: comparisons, on: probe) != .no { return true }
      return slots[place].others.isEmpty ? false : mayMatchOneByOne(at: place, probe)
    }

    @inline(never)
    private func mayMatchOneByOne(at place: Int, _ probe: borrowing RequestProbe) -> Bool {
      var search = Search(ceiling: nil)
      search.consider(slots[place], probe)
      return search.best != nil
    }

    /// The position of a key in an empty table.
    @inline(__always)
    private func home(of key: UInt64) -> Int {
      // Fibonacci hashing; the highest bits are the best.
      Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// Returns the position of a key, or the free one where it belongs.
    private func position(of key: UInt64) -> Int {
      var position = home(of: key)
      while slots[position].best != nil, slots[position].key != key {
        position = (position + 1) & (slots.count - 1)
      }
      return position
    }

    private mutating func grow() {
      let old = slots
      slots = Array(repeating: Slot(), count: max(8, old.count * 2))
      shift = UInt64(64 - slots.count.trailingZeroBitCount)
      for slot in old where slot.best != nil { slots[position(of: slot.key)] = slot }
    }

    /// Frees a slot, and moves the slots forward that were displaced by it.
    private mutating func vacate(_ position: Int) {
      usedSlots -= 1
      var gap = position
      var next = gap
      while true {
        next = (next + 1) & (slots.count - 1)
        guard slots[next].best != nil else { break }
        let distance = (next - home(of: slots[next].key)) & (slots.count - 1)
        guard distance >= (next - gap) & (slots.count - 1) else { continue }
        slots[gap] = slots[next]
        gap = next
      }
      slots[gap] = Slot()
    }
  }
}
