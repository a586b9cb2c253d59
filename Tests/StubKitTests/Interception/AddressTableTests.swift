#if os(Linux)
  import Testing

  @testable import StubKit

  struct AddressTableTests {
    @Test func `it holds what a dictionary holds, also where addresses share a place`() {
      let registry = StubRegistry()
      func entry(_ number: Int) -> ScopeHandover.Entry {
        .init(handed: .init(owner: .init(registry: registry)), count: number)
      }
      var table = AddressTable()
      var plain: [UInt: Int] = [:]
      var generator = SeededRandom(seed: 5)
      for number in 0..<20_000 {
        // So few places that most are shared.
        let address = 0x7F00_0000_0000 + UInt(generator.next() % 24) * 4_096 * 16
        switch generator.next() % 3 {
        case 0:
          table.withEntry(at: address) { $0 = entry(number) }
          plain[address] = number
        case 1:
          let taken = table.withEntry(at: address) { $0.take() }
          #expect(taken?.count == plain.removeValue(forKey: address))
        default:
          #expect(table.withEntry(at: address) { $0?.count } == plain[address])
        }
      }
    }
  }
#endif
