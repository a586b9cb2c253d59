/// A matcher compiled for decisions under a lock: flat comparisons first, then other criteria.
struct CompiledMatcher: Sendable {
  /// Safe to share: filled before anything else sees them, and never changed.
  nonisolated(unsafe) private let comparisons: FlatComparisons
  private let rest: [RequestMatcher.Expression]

  init(_ expression: RequestMatcher.Expression) {
    var comparisons: [RequestComparison] = []
    var rest: [RequestMatcher.Expression] = []
    for part in expression.allConjuncts {
      if case .criterion(let criterion) = part, criterion.isExact,
        let comparison = criterion.comparison, comparison.isFlat
      {
        comparisons.append(comparison)
      } else {
        rest.append(part)
      }
    }
    self.comparisons = .laying(comparisons)
    self.rest = rest
  }

  /// Where the comparisons are while the matcher exists; nil if other criteria remain to evaluate.
  var wholeAddress: FlatComparisons.Address? { rest.isEmpty ? comparisons.address : nil }

  var mayCapture: Bool { !rest.isEmpty || comparisons.hasTemplate }

  @inline(__always)
  func verdict(on probe: RequestProbe) -> Verdict {
    let verdict = comparisons.address.verdict(on: probe)
    return verdict == .no || rest.isEmpty
      ? verdict : min(verdict, rest.least { $0.verdict(on: probe) })
  }
}

/// A step of a comparison; its texts are views, valid only as long as the bytes they point to.
struct ComparisonStep {
  enum Kind: Sendable {
    case whole(RequestPart)
    case scheme
    case port(UInt16, isUsual: Bool)
    case subdomain
    case pathPrefix(isFolder: Bool)
    case pathTemplate
    case queryName
    case queryItem(hasValue: Bool, count: UInt32)
    case headerName
    case headerValue
  }

  let kind: Kind
  /// The wanted text, or the name of the query item or header field.
  let text: Bytes
  /// The wanted value of the query item or header field; empty if no value is compared.
  let value: Bytes

  @inline(__always)
  func verdict(on probe: RequestProbe) -> Verdict {
    switch kind {
    case .whole(let part):
      return Verdict(part.isSame(in: probe, as: text))
    case .scheme:
      return Verdict(probe.url.scheme.equalsIgnoringASCIICase(text))
    case .port(let port, let isUsual):
      if let written = probe.url.port { return Verdict(written == Int(port)) }
      return Verdict(isUsual || probe.url.usualPort == Int(port))
    case .subdomain:
      return Verdict(probe.url.withHost { isSubdomain($0) })
    case .pathPrefix(let isFolder):
      return Verdict(
        probe.url.withPath { path in
          path.starts(withBytes: text)
            && (!isFolder || path.count == text.count || path[text.count] == .slash)
        })
    case .pathTemplate:
      return Verdict(probe.url.withSegmentedPath { PathTemplate.fits($0, text: text) })
    case .queryName:
      return Verdict(isInQuery(of: probe, hasValue: nil, count: 1))
    case .queryItem(let hasValue, let count):
      return Verdict(isInQuery(of: probe, hasValue: hasValue, count: count))
    case .headerName:
      return probe.withHeader(text) { _ in .yes } ?? probe.verdictOnMissingHeader
    case .headerValue:
      return probe.withHeader(text) { Verdict($0.equals(value)) } ?? probe.verdictOnMissingHeader
    }
  }

  private func isSubdomain(_ host: Bytes) -> Bool {
    let dot = host.count - text.count - 1
    guard dot > 0, host[dot] == .dot else { return false }
    return Bytes(rebasing: host[(dot + 1)...]).equalsIgnoringASCIICase(text)
  }

  /// With `hasValue` nil the value of an item is ignored.
  @inline(__always)
  private func isInQuery(
    of probe: RequestProbe, hasValue: Bool?, count: UInt32
  ) -> Bool {
    let isEncoded = probe.url.isQueryEncoded
    var missing = count
    for pair in probe.url.queryPairs {
      let isWanted =
        hasValue.map {
          pair.isItem(named: text, value: $0 ? value : nil, ifEncoded: isEncoded)
        } ?? pair.isNamed(text, ifEncoded: isEncoded)
      guard isWanted else { continue }
      missing -= 1
      if missing == 0 { return true }
    }
    return false
  }
}

/// Comparison steps in one piece of memory, without references to follow or to retain.
///
/// The index keeps the memory's address, so that a decision need not visit the stub.
final class FlatComparisons: ManagedBuffer<Void, Int> {
  fileprivate struct Step {
    let kind: ComparisonStep.Kind
    let textCount: UInt32
    let valueCount: UInt32
  }

  var address: Address { withUnsafeMutablePointerToElements { Address(start: $0) } }

  var hasTemplate: Bool {
    address.steps.contains { if case .pathTemplate = $0.kind { true } else { false } }
  }

  static func laying(_ comparisons: [RequestComparison]) -> FlatComparisons {
    var steps: [Step] = []
    var texts: [UInt8] = []
    steps.reserveCapacity(comparisons.count)
    texts.reserveCapacity(64)
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
    let textStart = Self.textStart(behind: steps.count)
    let words = (textStart + texts.count - 1) / MemoryLayout<Int>.stride + 1
    let flat = unsafeDowncast(create(minimumCapacity: words) { _ in }, to: FlatComparisons.self)
    let memory = UnsafeMutableRawPointer(mutating: flat.address.start)
    memory.initializeMemory(as: Int.self, to: steps.count)
    steps.withUnsafeBufferPointer { steps in
      guard let base = steps.baseAddress else { return }
      (memory + Self.textStart(behind: 0)).initializeMemory(
        as: Step.self, from: base, count: steps.count)
    }
    (memory + textStart).copyMemory(from: texts, byteCount: texts.count)
    return flat
  }

  /// Valid while the object exists; it leads to the number of steps, the steps, and their texts.
  struct Address {
    fileprivate let start: UnsafeRawPointer

    @inline(__always)
    fileprivate var steps: UnsafeBufferPointer<Step> {
      let first = (start + MemoryLayout<Int>.stride).assumingMemoryBound(to: Step.self)
      return UnsafeBufferPointer(start: first, count: start.load(as: Int.self))
    }

    @inline(__always)
    func verdict(on probe: RequestProbe) -> Verdict {
      var rest = (start + FlatComparisons.textStart(behind: steps.count))
        .assumingMemoryBound(to: UInt8.self)
      var verdict = Verdict.yes
      for step in steps {
        let text = Bytes(start: rest, count: Int(step.textCount))
        rest += text.count
        let value = Bytes(start: rest, count: Int(step.valueCount))
        rest += value.count
        let found = ComparisonStep(kind: step.kind, text: text, value: value).verdict(on: probe)
        verdict = min(verdict, found)
        if verdict == .no { return .no }
      }
      return verdict
    }
  }

  @inline(__always)
  private static func textStart(behind stepCount: Int) -> Int {
    MemoryLayout<Int>.stride + stepCount * MemoryLayout<Step>.stride
  }
}
