import CStubKitContracts
import StubKit

/// A list of names with a hash index, for looking up the names on a tape.
final class NameTable: Sendable {
  let names: [String]
  private let list: JSONTape
  // Never written after `init`.
  private nonisolated(unsafe) let raw: UnsafePointer<stubkit_json_tape>
  private nonisolated(unsafe) let slots: UnsafeMutablePointer<Int32>
  private let slotCount: Int

  /// Nil if there are no names; no name may occur twice.
  init?(_ names: [String]) {
    guard !names.isEmpty, let list = JSONTape(.array(names.map(StubJSON.string))) else {
      return nil
    }
    var slotCount = 4
    while slotCount < names.count * 2 { slotCount *= 2 }
    (self.names, self.list, self.slotCount) = (names, list, slotCount)
    raw = UnsafePointer(list.tape)
    slots = .allocate(capacity: slotCount)
    stubkit_index_names(raw, slots, UInt32(slotCount))
  }

  deinit { slots.deallocate() }

  /// `index` is that of a name or a string on `tape`; returns -1 if this text is not in the list.
  func position(of index: Int, on tape: UnsafePointer<stubkit_json_tape>) -> Int {
    stubkit_find_name(raw, slots, UInt32(slotCount), tape, UInt32(index))
  }

  /// Returns -1 if the name is not in this list.
  func position(ofNameAt position: Int, of other: NameTable) -> Int {
    self.position(of: position + 1, on: other.raw)
  }

  /// Returns the index of the member's value; nil if the object has no such member.
  func member(
    at position: Int, of object: Int, on tape: UnsafePointer<stubkit_json_tape>
  ) -> Int? {
    let index = stubkit_find_member(tape, UInt32(object), raw, UInt32(position))
    return index == 0 ? nil : Int(index)
  }
}
