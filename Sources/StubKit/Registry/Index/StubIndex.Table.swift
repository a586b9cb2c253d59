extension StubIndex {
  /// The stubs by their keys: an open table with linear probing, all signatures in one.
  struct Table {
    /// The stubs of one key; different keys that happen to be equal cost only time.
    struct Slot {
      fileprivate(set) var key: UInt64 = 0
      /// The best stub; nil in a free slot.
      fileprivate(set) var best: Stub?
      /// The others of the same key.
      fileprivate(set) var others = RankedStubs()
    }

    private var slots: [Slot] = []
    private var usedSlots = 0
    /// How far a spread key is shifted to become a position.
    private var shift: UInt64 = 64

    /// The slots that hold stubs.
    var usedSlotsInAnyOrder: [Slot] { slots.filter { $0.best != nil } }

    /// How many stubs have this key.
    func count(at key: UInt64) -> Int {
      guard usedSlots > 0 else { return 0 }
      let slot = slots[position(of: key)]
      return slot.best == nil ? 0 : 1 + slot.others.count
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

    /// Hands the slot of a key to `body`, if there is one.
    @inline(__always)
    func withSlot(of key: UInt64, _ body: (borrowing Slot) -> Void) {
      guard usedSlots > 0 else { return }
      slots.withUnsafeBufferPointer { slots in
        var position = home(of: key)
        while slots[position].best != nil {
          if slots[position].key == key { return body(slots[position]) }
          position = (position + 1) & (slots.count - 1)
        }
      }
    }

    /// Where a key would stand if nothing were in its way.
    @inline(__always)
    private func home(of key: UInt64) -> Int {
      // Fibonacci's spreading; the highest bits are the best.
      Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// Where a key stands, or the free slot where it would.
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

    /// Frees a slot, and moves forward those after it that were pushed past it.
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
