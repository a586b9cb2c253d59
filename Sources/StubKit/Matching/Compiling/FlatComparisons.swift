/// Comparison steps in one piece of memory, for decisions under a lock.
///
/// There is nothing in it to follow or to retain. The index keeps its address, so that a decision need not
/// visit the stub.
final class FlatComparisons: ManagedBuffer<Void, Int> {
  /// A step, whose texts stand behind all steps, after those of the steps before it.
  private struct Step {
    let kind: ComparisonStep.Kind
    let textCount: UInt32
    let valueCount: UInt32
  }

  /// The comparisons, valid while they exist: the number of steps, the steps, the texts.
  typealias Address = UnsafeRawPointer

  /// The address of the comparisons behind the object, in the same piece of memory.
  var address: Address { withUnsafeMutablePointerToElements { Address($0) } }

  static func laying(_ comparisons: [RequestComparison]) -> FlatComparisons {
    var steps: [Step] = []
    var texts: [UInt8] = []
    for comparison in comparisons {
      comparison.forEachStep { step in
        steps.append(
          Step(
            kind: step.kind, textCount: UInt32(step.text.count),
            valueCount: UInt32(step.value.count)))
        texts += step.text
        texts += step.value
      }
    }
    let textStart = stepStart + steps.count * MemoryLayout<Step>.stride
    let words = (textStart + texts.count - 1) / MemoryLayout<Int>.stride + 1
    let flat = unsafeDowncast(create(minimumCapacity: words) { _ in }, to: FlatComparisons.self)
    let memory = UnsafeMutableRawPointer(mutating: flat.address)
    memory.initializeMemory(as: Int.self, to: steps.count)
    steps.withUnsafeBufferPointer { steps in
      guard let base = steps.baseAddress else { return }
      (memory + stepStart).initializeMemory(as: Step.self, from: base, count: steps.count)
    }
    (memory + textStart).copyMemory(from: texts, byteCount: texts.count)
    return flat
  }

  /// Whether all steps at an address hold for a request, as far as is known.
  @inline(__always)
  static func verdict(at address: Address, on probe: borrowing RequestProbe) -> Verdict {
    let count = address.load(as: Int.self)
    let steps = (address + stepStart).assumingMemoryBound(to: Step.self)
    var rest = UnsafeRawPointer(steps + count).assumingMemoryBound(to: UInt8.self)
    var verdict = Verdict.yes
    for number in 0..<count {
      let step = steps + number
      let text = ScannedURL.Bytes(start: rest, count: Int(step.pointee.textCount))
      rest += text.count
      let value = ScannedURL.Bytes(start: rest, count: Int(step.pointee.valueCount))
      rest += value.count
      let found = ComparisonStep(kind: step.pointee.kind, text: text, value: value)
        .verdict(on: probe)
      verdict = min(verdict, found)
      if verdict == .no { return .no }
    }
    return verdict
  }

  @inline(__always)
  private static var stepStart: Int { MemoryLayout<Int>.stride }
}
