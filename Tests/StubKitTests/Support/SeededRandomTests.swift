import Testing

@testable import StubKit

struct SeededRandomTests {
  @Test func `the generator gives its published numbers`() {
    // The first outputs for seed 1234567, as the reference implementation has them.
    var random = SeededRandom(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
    #expect(random.next() == 9_817_491_932_198_370_423)
  }
}
