extension StubIndex {
  /// The hashes of a request's parts, each computed once, as far as the index needs them.
  ///
  /// It lives on the stack, in memory of the caller.
  struct RequestParts {
    private typealias Bytes = ScannedURL.Bytes

    /// Memory for `scratchSize` hashes; those of whole parts come first, by their numbers.
    private let scratch: UnsafeMutableBufferPointer<UInt64>
    /// The hashes of the path's segments; empty for a path that no template fits.
    private var segments = UnsafeBufferPointer<UInt64>(start: nil, count: 0)
    /// The hashes of the header fields by their numbers; 0 for a missing field.
    private var headers = UnsafeBufferPointer<UInt64>(start: nil, count: 0)

    /// Hashes the whole parts of a request that are needed.
    ///
    /// - Parameter scratch: Memory for `scratchSize` hashes, to be kept until the look-ups are done.
    @inline(__always)
    init(
      _ probe: borrowing RequestProbe, needs parts: RequestPart.Set,
      scratch: UnsafeMutableBufferPointer<UInt64>
    ) {
      self.scratch = scratch
      parts.visitEach { part in
        scratch[Int(part.rawValue)] = part.withBytes(of: probe) { part.hash($0) }
      }
    }

    mutating func hashSegments(of probe: borrowing RequestProbe) {
      segments = Self.segments(
        of: probe.url,
        in: UnsafeMutableBufferPointer(rebasing: scratch[Self.wholesEnd..<Self.segmentsEnd]))
    }

    mutating func hashHeaders(of probe: borrowing RequestProbe, named names: [String]) {
      headers = Self.headers(
        of: probe, named: names,
        in: UnsafeMutableBufferPointer(
          rebasing: scratch[Self.segmentsEnd...].prefix(names.count)))
    }

    // Constants, so that the compiler puts the scratch memory on the stack.
    @inline(__always)
    private static var wholesEnd: Int { RequestPart.limit }
    @inline(__always)
    private static var segmentsEnd: Int { wholesEnd + Shape.segmentLimit }
    @inline(__always)
    static var scratchSize: Int { segmentsEnd + StubIndex.familyLimit }

    /// The request's key for a signature, without its query.
    ///
    /// It is nil if the request lacks a part of the signature.
    @inline(__always)
    func key(for signature: borrowing Signature, of probe: borrowing RequestProbe) -> UInt64? {
      var key: UInt64 = 0
      signature.parts.visitEach { key ^= scratch[Int($0.rawValue)] }
      switch signature.path {
      case .nothing: break
      case .prefix(let length):
        guard let hash = Self.prefixHash(length, of: probe.url) else { return nil }
        key ^= hash
      case .template(let shape):
        guard segments.count == shape.count else { return nil }
        key ^= PartHash.template(shape, segments: segments)
      }
      switch signature.header {
      case .nothing: break
      case .name(let number):
        guard headers[number] != 0 else { return nil }
        key ^= PartHash.header(number)
      case .value(let number):
        guard headers[number] != 0 else { return nil }
        key ^= headers[number]
      case .missing(let number):
        guard probe.mayGainHeaders, headers[number] == 0 else { return nil }
        key ^= PartHash.missingHeader(number)
      }
      return key
    }

    /// The hash that a pair of the request's query adds to a key.
    @inline(__always)
    static func hash(
      of pair: QueryPairs.Pair, as query: Signature.Query, ifEncoded isEncoded: Bool
    ) -> UInt64 {
      PercentDecoding.withDecoded(pair.rawName, ifEncoded: isEncoded) { name in
        guard query == .item, let rawValue = pair.rawValue else {
          return query == .name
            ? PartHash.query(name: name) : PartHash.query(name: name, value: nil)
        }
        return PercentDecoding.withDecoded(rawValue, ifEncoded: isEncoded) {
          PartHash.query(name: name, value: $0)
        }
      }
    }
  }
}

extension StubIndex.RequestParts {
  private typealias PartHash = StubIndex.PartHash

  @inline(__always)
  private static func prefixHash(_ length: Int, of url: ScannedURL) -> UInt64? {
    url.withPath { path in
      path.count < length ? nil : PartHash.prefix(Bytes(rebasing: path[..<length]))
    }
  }

  /// Hashes the segments of a path; none if there are too many or it is relative.
  private static func segments(
    of url: ScannedURL, in scratch: UnsafeMutableBufferPointer<UInt64>
  ) -> UnsafeBufferPointer<UInt64> {
    url.withSegmentedPath { path in
      var count = 0
      for segment in PathSegments(path) {
        guard count < scratch.count else { return UnsafeBufferPointer(start: nil, count: 0) }
        scratch[count] = PartHash.segment(segment)
        count += 1
      }
      return UnsafeBufferPointer(rebasing: scratch[..<count])
    }
  }

  /// Hashes the values of some header fields, 0 for missing ones.
  private static func headers(
    of probe: borrowing RequestProbe, named names: [String],
    in room: UnsafeMutableBufferPointer<UInt64>
  ) -> UnsafeBufferPointer<UInt64> {
    room.update(repeating: 0)
    for (name, value) in probe.headers {
      for number in names.indices where names[number].utf8.count == name.utf8.count {
        // The first of several values counts, as in `RequestProbe.header`.
        guard room[number] == 0, name.equalsIgnoringASCIICase(names[number]) else { continue }
        room[number] = value.withBytes { PartHash.header(number, value: $0) }
      }
    }
    return UnsafeBufferPointer(room)
  }
}
