import Foundation
import StubKit

/// Changes bytes at random, the same way for the same seed: what a damaged file may look like.
struct Mutator {
  private var generator: SeededRandom
  /// Pieces that mean something to the parser, put in where chance has it.
  private let dictionary: [[UInt8]]

  init(seed: UInt64, dictionary: [String]) {
    generator = SeededRandom(seed: seed)
    self.dictionary = dictionary.map { Array($0.utf8) }
  }

  /// The bytes with a few changes.
  mutating func mutate(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...6, using: &generator) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let position = Int.random(in: 0...bytes.count, using: &generator)
    let end = Int.random(in: position...bytes.count, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0 where position < bytes.count:
      bytes[position] = UInt8.random(in: 0...255, using: &generator)
    case 1 where position < bytes.count:
      bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: position)
    case 3: bytes.removeSubrange(position..<min(end, position + 8))
    case 4: bytes.removeSubrange(position...)
    case 5: bytes.insert(contentsOf: bytes[position..<min(end, position + 32)], at: position)
    case 6 where position < bytes.count:
      bytes.swapAt(position, Int.random(in: 0..<bytes.count, using: &generator))
    default: bytes.insert(contentsOf: generator.pick(dictionary), at: position)
    }
  }
}
