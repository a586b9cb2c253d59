extension StubIndex {
  /// The hashes of a request's parts, each computed once, as far as the index needs them.
  ///
  /// It lives on the stack, in memory of the caller.
  struct RequestHashes {
    private typealias Bytes = ScannedURL.Bytes

    /// Memory for `size` hashes; those of whole parts come first, by their numbers.
    private let scratch: UnsafeMutableBufferPointer<UInt64>
    /// The hashes of the path's segments; empty for a path that no template fits.
    private var segments = UnsafeBufferPointer<UInt64>(start: nil, count: 0)
    /// The hashes of the header fields by their numbers; 0 for a missing field.
    private var headers = UnsafeBufferPointer<UInt64>(start: nil, count: 0)

    // Constants, so that the compiler puts the scratch memory on the stack.
    @inline(__always)
    private static var wholesEnd: Int { RequestPart.limit }
    @inline(__always)
    private static var segmentsEnd: Int { wholesEnd + Shape.segmentLimit }
    @inline(__always)
    static var size: Int { segmentsEnd + StubIndex.familyLimit }

    /// - Parameter scratch: Memory for `size` hashes, to be kept until the look-ups are done.
    @inline(__always)
    init(
      _ probe: borrowing RequestProbe, for index: borrowing StubIndex,
      scratch: UnsafeMutableBufferPointer<UInt64>
    ) {
      self.scratch = scratch
      index.needs.parts.visitEach { part in
        scratch[Int(part.rawValue)] = part.withBytes(of: probe) { part.hash($0) }
      }
      if index.needs.segments {
        segments = Self.segments(
          of: probe.url,
          in: UnsafeMutableBufferPointer(rebasing: scratch[Self.wholesEnd..<Self.segmentsEnd]))
      }
      if index.needs.headers {
        headers = Self.headers(
          of: probe, named: index.headerNames,
          in: UnsafeMutableBufferPointer(
            rebasing: scratch[Self.segmentsEnd...].prefix(index.headerNames.count)))
      }
    }

    /// The request's key for a signature, without its query; nil if it lacks a part of the signature.
    @inline(__always)
    func key(for signature: borrowing Signature, of probe: borrowing RequestProbe) -> UInt64? {
      var key: UInt64 = 0
      signature.parts.visitEach { key ^= scratch[Int($0.rawValue)] }
      switch signature.path {
      case .nothing: break
      case .prefix(let length):
        let hash = probe.url.withPath { path -> UInt64? in
          path.count < length ? nil : Role.prefix.hash(Bytes(rebasing: path[..<length]))
        }
        guard let hash else { return nil }
        key ^= hash
      case .template(let shape):
        guard segments.count == shape.count else { return nil }
        key ^= Role.hash(shape, segments: segments)
      }
      switch signature.header {
      case .nothing: break
      case .name(let number):
        guard headers[number] != 0 else { return nil }
        key ^= Role.headerName.hash(header: number)
      case .value(let number):
        guard headers[number] != 0 else { return nil }
        key ^= headers[number]
      case .missing(let number):
        guard probe.mayGainHeaders, headers[number] == 0 else { return nil }
        key ^= Role.missingHeader.hash(header: number)
      }
      return key
    }

    /// The hash that a pair of the request's query adds to a key.
    @inline(__always)
    static func hash(
      of pair: QueryPairs.Pair, as query: Signature.Query, ifEncoded isEncoded: Bool
    ) -> UInt64 {
      PercentDecoding.withDecoded(pair.rawName, ifEncoded: isEncoded) { name in
        guard query == .item else { return Role.queryName.hash(name) }
        guard let rawValue = pair.rawValue else { return Role.hash(queryItem: name, value: nil) }
        return PercentDecoding.withDecoded(rawValue, ifEncoded: isEncoded) {
          Role.hash(queryItem: name, value: $0)
        }
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
          scratch[count] = Role.segment.hash(segment)
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
          room[number] = value.withBytes { Role.hash(header: number, value: $0) }
        }
      }
      return UnsafeBufferPointer(room)
    }
  }
}
