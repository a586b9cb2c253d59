/// Steps of comparisons laid flat, for deciding under a lock.
///
/// All that is asked stands in two pieces of memory in which there is nothing to follow and nothing
/// to retain.
struct FlatComparisons: Sendable {
  /// A step whose texts stand in `texts`, behind those of the steps before it.
  private struct Step {
    let kind: ComparisonStep.Kind
    let textCount: UInt32
    let valueCount: UInt32
  }

  private var steps: [Step] = []
  private var texts: [UInt8] = []

  /// Adds the steps of a comparison.
  mutating func append(_ comparison: RequestComparison) {
    comparison.forEachStep { step in
      steps.append(
        Step(
          kind: step.kind, textCount: UInt32(step.text.count),
          valueCount: UInt32(step.value.count)))
      texts += step.text
      texts += step.value
    }
  }

  /// Whether all of the steps hold for a request, as far as can be told.
  @inline(__always)
  func verdict(on probe: borrowing RequestProbe) -> Verdict {
    var verdict = Verdict.yes
    texts.withUnsafeBufferPointer { texts in
      var rest = texts.baseAddress
      for step in steps {
        let text = ScannedURL.Bytes(start: rest, count: Int(step.textCount))
        rest = rest.map { $0 + text.count }
        let value = ScannedURL.Bytes(start: rest, count: Int(step.valueCount))
        rest = rest.map { $0 + value.count }
        let found = ComparisonStep(kind: step.kind, text: text, value: value).verdict(on: probe)
        verdict = min(verdict, found)
        if verdict == .no { return }
      }
    }
    return verdict
  }
}
