import Foundation
import StubKit

/// Reads requests from a connection's bytes; the outcome does not depend on how they are split up.
struct RequestReader {
  enum Outcome: Equatable {
    case incomplete
    case request(ServerRequest)
    case refused(Refusal)
  }

  private enum Place: Equatable {
    case requestLine
    case fields
    case body(left: Int)
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case trailers
  }

  private enum Progress { case further, complete, incomplete }

  /// The most bytes of the line with the size and the extensions of a chunk.
  private static let chunkLine = 256

  let limits: RequestLimits
  private var bytes: [UInt8] = []
  /// The start of the bytes not yet taken; there is no line feed before `searched`.
  private var start = 0
  private var searched = 0
  private var place = Place.requestLine
  private var draft: HeadDraft?
  /// How many bytes the rest of the head, or of the trailers, may have.
  private var room = 0
  private var body = Data()
  private var refusal: Refusal?
  private var hasToldToContinue = false

  init(limits: RequestLimits = RequestLimits()) {
    self.limits = limits
  }

  var waiting: Int { bytes.count - start }
  var isWithin: Bool { place != .requestLine || waiting > 0 }
  var begun: ServerRequest? { draft?.request }

  mutating func append(_ new: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      (start, searched) = (0, searched - start)
    }
    bytes.append(contentsOf: new)
  }

  /// Whether the client waits for `100 Continue`; true only once for each request.
  mutating func takeExpectation() -> Bool {
    guard let draft, draft.expectsContinue, !hasToldToContinue, isBeforeBody else { return false }
    hasToldToContinue = true
    return true
  }

  private var isBeforeBody: Bool {
    guard waiting == 0, body.isEmpty else { return false }
    switch place {
    case .body, .chunkSize: return true
    case .requestLine, .fields, .chunk, .chunkEnd, .trailers: return false
    }
  }

  /// Reads on, up to the end of a request; after a refusal, every call returns that refusal.
  mutating func next() -> Outcome {
    if let refusal { return .refused(refusal) }
    do throws(Refusal) {
      while true {
        switch try advance() {
        case .further: continue
        case .incomplete: return .incomplete
        case .complete: return finish()
        }
      }
    } catch {
      refusal = error
      return .refused(error)
    }
  }

  private mutating func finish() -> Outcome {
    guard var request = draft.take()?.request else { return .incomplete }
    if !body.isEmpty { request.body = body }
    (place, body, hasToldToContinue) = (.requestLine, Data(), false)
    if waiting == 0 {
      // An idle connection should keep little memory.
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1024)
      (start, searched) = (0, 0)
    }
    return .request(request)
  }

  private mutating func advance() throws(Refusal) -> Progress {
    switch place {
    case .requestLine: return try takeRequestLine()
    case .fields:
      guard let line = try takeHeadLine() else { return .incomplete }
      guard line.isEmpty else {
        try withBytes(line) { (bytes) throws(Refusal) in
          try draft?.take(field: bytes, limit: limits.fields)
        }
        return .further
      }
      return try beginBody()
    case .body(let left):
      let rest = takeBody(left)
      place = .body(left: rest)
      return rest == 0 ? .complete : .incomplete
    case .chunkSize:
      guard let line = try takeLine(room: Self.chunkLine, tooLong: .malformed(Self.chunkSentence))
      else { return .incomplete }
      try beginChunk(line)
      return .further
    case .chunk(let left):
      let rest = takeBody(left)
      place = rest == 0 ? .chunkEnd : .chunk(left: rest)
      return rest == 0 ? .further : .incomplete
    case .chunkEnd:
      for (offset, byte) in [UInt8.carriageReturn, .lineFeed].enumerated() {
        guard offset < waiting else { return .incomplete }
        guard bytes[start + offset] == byte else {
          throw .malformed("A chunk of the body is longer than it says.")
        }
      }
      start += 2
      place = .chunkSize
      return .further
    case .trailers:
      guard let line = try takeHeadLine() else { return .incomplete }
      guard !line.isEmpty else { return .complete }
      // Trailers are checked, but stubs do not see them.
      _ = try withBytes(line) { (bytes) throws(Refusal) in try FieldLine(bytes) }
      return .further
    }
  }

  private mutating func takeRequestLine() throws(Refusal) -> Progress {
    // Old clients sent an empty line after a body.
    while waiting >= 2, bytes[start] == .carriageReturn, bytes[start + 1] == .lineFeed {
      start += 2
    }
    // A TLS handshake begins with these two bytes.
    if waiting >= 2, bytes[start] == 0x16, bytes[start + 1] == 3 { throw .tls }
    room = limits.head
    guard let line = try takeHeadLine() else { return .incomplete }
    draft = try withBytes(line) { (bytes) throws(Refusal) in try HeadDraft(requestLine: bytes) }
    place = .fields
    return .further
  }

  private mutating func beginBody() throws(Refusal) -> Progress {
    draft?.dropFieldsOfConnection()
    switch try draft?.framing(limit: limits.body) {
    case nil: return .incomplete
    case .length(let length):
      place = .body(left: length)
      body.reserveCapacity(min(length, 1 << 20))
    case .chunked: place = .chunkSize
    }
    return .further
  }

  private static let chunkSentence = "A chunk of the body does not begin with its size."

  private mutating func beginChunk(_ line: Range<Int>) throws(Refusal) {
    let size = withBytes(line) { bytes -> Int? in
      let digits = bytes.prefix { $0 != UInt8(ascii: ";") && !$0.isBlank }
      let rest = bytes[digits.endIndex...].drop(while: \.isBlank)
      guard 1...15 ~= digits.count, !rest.contains(where: \.isForbiddenInField),
        rest.isEmpty ? digits.count == bytes.count : rest.first == UInt8(ascii: ";")
      else { return nil }
      var size = 0
      for byte in digits {
        guard let digit = PercentDecoding.hexDigit(byte) else { return nil }
        size = size << 4 | Int(digit)
      }
      return size
    }
    guard let size else { throw .malformed(Self.chunkSentence) }
    guard size <= limits.body - body.count else { throw .body(limit: limits.body) }
    place = size == 0 ? .trailers : .chunk(left: size)
    if size == 0 { room = limits.head }
  }

  /// Moves up to `left` bytes into the body, and returns how many are still missing.
  private mutating func takeBody(_ left: Int) -> Int {
    let count = min(left, waiting)
    body.append(contentsOf: bytes[start..<start + count])
    start += count
    searched = start
    return left - count
  }

  private mutating func takeHeadLine() throws(Refusal) -> Range<Int>? {
    let (before, limit) = (start, limits.head)
    let line = try takeLine(room: room, tooLong: .head(limit: limit))
    room -= start - before
    return line
  }

  /// The next line without its CRLF; nil if the line is not complete.
  private mutating func takeLine(
    room: Int, tooLong: @autoclosure () -> Refusal
  ) throws(Refusal) -> Range<Int>? {
    searched = max(searched, start)
    guard let lineFeed = placeOfLineFeed() else {
      searched = bytes.count
      if waiting > room { throw tooLong() }
      return nil
    }
    if lineFeed + 1 - start > room { throw tooLong() }
    guard lineFeed > start, bytes[lineFeed - 1] == .carriageReturn else { throw .lineEnd }
    defer { start = lineFeed + 1 }
    return start..<lineFeed - 1
  }

  private func placeOfLineFeed() -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      guard searched < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + searched, Int32(UInt8.lineFeed), bytes.count - searched)
      else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  private func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }
}
