#if os(Linux)
  import Testing

  @testable import StubKit

  struct AddressTableTests {
    @Test func `it holds what a dictionary holds, also where addresses share a place`() {
      var table = AddressTable<Int>()
      var plain: [UInt: Int] = [:]
      var generator = SeededRandom(seed: 5)
      for number in 0..<20_000 {
        // So few places that most are shared.
        let address = 0x7F00_0000_0000 + UInt(generator.next() % 24) * 4_096 * 16
        switch generator.next() % 3 {
        case 0:
          table.withEntry(at: address) { $0 = number }
          plain[address] = number
        case 1:
          let taken = table.withEntry(at: address) { $0.take() }
          #expect(taken == plain.removeValue(forKey: address))
        default:
          #expect(table.withEntry(at: address) { $0 } == plain[address])
        }
      }
    }
  }
#endif
