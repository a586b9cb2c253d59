extension ByteProgram {
  /// Whether a request whose URL holds no escapes has everything that is required.
  @inline(__always)
  func verdict(on probe: borrowing RequestProbe) -> Verdict {
    var verdict = Verdict.yes
    bytes.withUnsafeBufferPointer { bytes in
      var reader = Reader(rest: bytes)
      while let operation = reader.operation() {
        let found = Self.verdict(operation, &reader, probe)
        if found != .yes { verdict = found }
        if found == .no { return }
      }
    }
    return verdict
  }

  @inline(__always)
  private static func verdict(
    _ operation: Operation, _ reader: inout Reader, _ probe: borrowing RequestProbe
  ) -> Verdict {
    switch operation {
    case .url: return Verdict(probe.url.textWithoutFragment.equals(reader.text()))
    case .host: return Verdict(probe.url.rawHost.equalsIgnoringASCIICase(lowercased: reader.text()))
    case .method: return Verdict(probe.method.withBytes { $0.equals(reader.text()) })
    case .path: return Verdict(probe.url.trimmedPath.equals(reader.text()))
    case .prefix: return Verdict(probe.url.trimmedPath.starts(withBytes: reader.text()))
    case .template: return Verdict(template(&reader, probe.url.trimmedPath))
    case .queryName, .queryFlag, .queryItem: return Verdict(query(operation, &reader, probe.url))
    case .headerName, .headerValue: return header(operation, &reader, probe)
    }
  }

  /// Whether a path is made of the literals of a template with a parameter between each two.
  @inline(__always)
  private static func template(_ reader: inout Reader, _ path: ScannedURL.Bytes) -> Bool {
    var rest = path
    let count = reader.byte()
    for number in 0..<count {
      if number > 0 {
        var length = 0
        while length < rest.count, rest[length] != .slash { length += 1 }
        guard length > 0 else { return false }
        rest = ScannedURL.Bytes(rebasing: rest[length...])
      }
      let literal = reader.text()
      guard rest.starts(withBytes: literal) else { return false }
      rest = ScannedURL.Bytes(rebasing: rest[literal.count...])
    }
    return rest.isEmpty
  }

  @inline(__always)
  private static func query(
    _ operation: Operation, _ reader: inout Reader, _ url: ScannedURL
  ) -> Bool {
    let name = reader.text()
    let value = operation == .queryItem ? reader.text() : name
    for pair in url.queryPairs where pair.rawName.equals(name) {
      switch operation {
      case .queryItem: if let found = pair.rawValue, found.equals(value) { return true }
      case .queryFlag: if pair.rawValue == nil { return true }
      default: return true
      }
    }
    return false
  }

  private static func header(
    _ operation: Operation, _ reader: inout Reader, _ probe: borrowing RequestProbe
  ) -> Verdict {
    let name = reader.text()
    let value = operation == .headerValue ? reader.text() : name
    for (candidate, found) in probe.headers
    where candidate.withBytes({ $0.equalsIgnoringASCIICase(lowercased: name) }) {
      return operation == .headerName ? .yes : Verdict(found.withBytes { $0.equals(value) })
    }
    return probe.verdictOnMissingHeader
  }

  /// Reads a program from its front.
  private struct Reader {
    var rest: ScannedURL.Bytes

    /// The next operation, or nil at the end.
    @inline(__always)
    mutating func operation() -> Operation? {
      guard let byte = rest.first else { return nil }
      rest = ScannedURL.Bytes(rebasing: rest[1...])
      return Operation(rawValue: byte)
    }

    /// A number of the operation.
    @inline(__always)
    mutating func byte() -> UInt8 {
      let byte = rest[0]
      rest = ScannedURL.Bytes(rebasing: rest[1...])
      return byte
    }

    /// The next text of the operation.
    @inline(__always)
    mutating func text() -> ScannedURL.Bytes {
      let end = 2 + Int(rest[0]) + Int(rest[1]) << 8
      let text = ScannedURL.Bytes(rebasing: rest[2..<end])
      rest = ScannedURL.Bytes(rebasing: rest[end...])
      return text
    }
  }
}
