#if os(Linux)
  import Dispatch
  import Testing

  @testable import StubKit

  struct AddressTableTests {
    @Test func `it holds what a dictionary holds, also where addresses share a place`() {
      let registries = (0..<50).map { _ in StubRegistry() }
      func entry(_ number: Int) -> AddressTable.Entry {
        .init(owner: .init(registry: registries[number]))
      }
      func number(_ entry: AddressTable.Entry?) -> Int? {
        registries.firstIndex { $0 === entry?.owner.registry }
      }
      var table = AddressTable()
      var plain: [UInt: Int] = [:]
      var generator = SeededRandom(seed: 5)
      for round in 0..<20_000 {
        // So few places that most are shared.
        let address = 0x7F00_0000_0000 + UInt(generator.next() % 24) * 4_096 * 16
        switch generator.next() % 3 {
        case 0:
          table.withEntry(at: address) { $0 = entry(round % 50) }
          plain[address] = round % 50
        case 1:
          let taken = table.withEntry(at: address) { $0.take() }
          #expect(number(taken) == plain.removeValue(forKey: address))
        default:
          #expect(table.withEntry(at: address) { number($0) } == plain[address])
        }
      }
    }

    @Test func `tasks of one request keep what each was asked in`() {
      let registries = [StubRegistry(), StubRegistry()]
      let queues = registries.map { _ in
        DispatchQueue(label: "org.swift.URLSessionTask.WorkQueue")
      }
      for (queue, registry) in zip(queues, registries) {
        queue.sync { ScopeHandover.leave(.init(owner: .init(registry: registry))) }
      }
      for (queue, registry) in zip(queues, registries) {
        #expect(queue.sync { ScopeHandover.take()?.owner.registry } === registry)
        #expect(queue.sync { ScopeHandover.take() == nil })
      }
    }
  }
#endif
