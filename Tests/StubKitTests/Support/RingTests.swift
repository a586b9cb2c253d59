import Testing

@testable import StubKit

struct RingTests {
  @Test func `elements come out in the order in which they went in, however often it goes round`() {
    var ring = Ring<Int>()
    var plain: [Int] = []
    var generator = SeededRandom(seed: 3)
    for number in 0..<2_000 {
      if generator.next() % 5 < 3 {
        ring.append(number)
        plain.append(number)
      } else {
        #expect(ring.popFirst() == (plain.isEmpty ? nil : plain.removeFirst()))
      }
      #expect(ring.count == plain.count)
    }
    #expect(ring.elements == plain)
    for position in plain.indices { #expect(ring[position] == plain[position]) }
  }

  @Test func `an element is changed in its place, and none where there is none`() {
    var ring = Ring<Int>()
    for number in 0..<20 { ring.append(number) }
    _ = ring.popFirst()
    ring[0] = 100
    ring[19] = 7
    ring[-1] = 7
    #expect(ring.elements == [100] + Array(2..<20))
    #expect(ring[19] == nil)
    #expect(ring[-1] == nil)
  }
}
