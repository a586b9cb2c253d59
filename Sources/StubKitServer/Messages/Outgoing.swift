import Foundation

struct Outgoing {
  /// Pieces of at least this size are not copied; smaller pieces are, so that they share a packet.
  private static let large = 16 << 10
  /// The most bytes of memory that the tail keeps when all is sent.
  private static let kept = 1024

  private enum Segment {
    case text([UInt8])
    case piece(Data)

    var count: Int {
      switch self {
      case .text(let bytes): bytes.count
      case .piece(let data): data.count
      }
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      switch self {
      case .text(let bytes): bytes.withUnsafeBytes(body)
      case .piece(let data): data.withUnsafeBytes(body)
      }
    }
  }

  /// The texts and pieces that are sent before the tail.
  private var segments: [Segment] = []
  private(set) var tail: [UInt8] = []
  /// The bytes already sent of the first segment, or of the tail if there is no segment.
  private var sent = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { tail.append(contentsOf: $0) }
    count += string.utf8.count
  }

  mutating func append(_ piece: Data) {
    count += piece.count
    guard piece.count >= Self.large else { return tail.append(contentsOf: piece) }
    if !tail.isEmpty { segments.append(.text(tail)) }
    tail = []
    segments.append(.piece(piece))
  }

  mutating func removeAll() {
    self = Outgoing()
  }

  /// Sends what the kernel takes; false if the connection is broken.
  mutating func send(to socket: Int32) -> Bool {
    while count > 0 {
      guard let taken = sendFirst(to: socket) else { return false }
      // The loop reports when the kernel has room again.
      if taken == 0 { return true }
      drop(taken)
    }
    return true
  }

  /// Sends the first segment and the next, or the tail, in one system call; nil if that is broken.
  private func sendFirst(to socket: Int32) -> Int? {
    let next = segments.count > 1 ? segments[1] : .text(segments.isEmpty ? [] : tail)
    return (segments.first ?? .text(tail)).withBytes { first in
      next.withBytes { next in
        Socket.send(UnsafeRawBufferPointer(rebasing: first[sent...]), next, to: socket)
      }
    }
  }

  private mutating func drop(_ taken: Int) {
    count -= taken
    sent += taken
    while let first = segments.first, sent >= first.count {
      sent -= first.count
      segments.removeFirst()
    }
    guard segments.isEmpty else { return }
    if sent == tail.count {
      tail.removeAll(keepingCapacity: tail.capacity <= Self.kept)
      sent = 0
    } else if sent > max(tail.count / 2, Self.large) {
      // Otherwise the tail would keep all bytes that a slow client was ever sent.
      tail.removeSubrange(..<sent)
      sent = 0
    }
  }
}
