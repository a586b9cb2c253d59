#if canImport(FoundationNetworking)
  /// Entries by the addresses of the objects they belong to, each for a moment.
  ///
  /// Each address has one of a few slots. Where another address occupies the slot, a dictionary is used,
  /// which alone would be too slow for a hit in a scope.
  struct AddressTable<Entry> {
    private struct Slot {
      var address: UInt = 0
      var entry: Entry?
    }

    private static var size: Int { 256 }

    private var slots = [Slot](repeating: Slot(), count: size)
    private var others: [UInt: Entry] = [:]

    /// Hands the entry at an address to `body`, which may set it and take it away.
    @inline(__always)
    mutating func withEntry<Result>(
      at address: UInt, _ body: (inout Entry?) -> Result
    ) -> Result {
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
