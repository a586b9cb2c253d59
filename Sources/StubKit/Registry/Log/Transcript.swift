import Foundation

/// The body of a response and the times of its parts, on the registry's clock.
///
/// A plain answer allocates nothing here: its body is shared with the stub, and its only piece needs no
/// list.
struct Transcript: Sendable {
  /// When the request came, if that was before the decision.
  var asked: Duration?
  /// When the last byte of the request's body had left, if it was sent in pieces.
  var sent: Duration?
  /// When the head of the response came.
  var head: Duration?
  var isForwarded = false
  /// The body of the response, as far as it is kept.
  private(set) var body = Data()
  /// The number of bytes that came.
  private(set) var count = 0
  private var firstPiece: Duration?
  private var laterPieces: [Duration] = []
  /// One of so many pieces is remembered.
  private var stride = 1
  private var pieceCount = 0

  private static let mostPieces = 64

  /// When the pieces of the body came; of many pieces only some, evenly spread.
  var pieces: [Duration] {
    firstPiece.map { [$0] + laterPieces } ?? []
  }

  var isWhole: Bool { body.count == count }

  /// Takes the body so far, which is in memory anyway.
  mutating func take(_ bodySoFar: Data, at time: Duration, keeping limit: Int) {
    count = bodySoFar.count
    body = count > limit ? bodySoFar.prefix(max(limit, 0)) : bodySoFar
    notePiece(at: time)
  }

  /// Copies a piece of the body.
  mutating func add(_ piece: Data, at time: Duration, keeping limit: Int) {
    // Nothing is kept after a gap.
    if isWhole, count + piece.count <= limit { body.append(piece) }
    count += piece.count
    notePiece(at: time)
  }

  mutating func dropBody() {
    body = Data()
  }

  /// A copy without the body, for the log while the body grows.
  var withoutBody: Transcript {
    var copy = self
    copy.dropBody()
    return copy
  }

  private mutating func notePiece(at time: Duration) {
    pieceCount += 1
    guard firstPiece != nil else {
      firstPiece = time
      return
    }
    guard pieceCount % stride == 0, (laterPieces.last ?? firstPiece) != time else { return }
    if laterPieces.count == Self.mostPieces - 1 {
      laterPieces = laterPieces.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      stride *= 2
    }
    laterPieces.append(time)
  }
}
