import Foundation

/// What came back for a request, and when, on the registry's clock.
///
/// A plain answer costs no allocation here: its body is the one that the stub holds, and its only
/// piece needs no list.
struct Transcript: Sendable {
  /// When the request came; nil if that was when it was decided on.
  var asked: Duration?
  /// When the last of its body had left, if there is one and it was sent piece by piece.
  var sent: Duration?
  /// When the head of the response came.
  var head: Duration?
  /// Whether the network performed it.
  var isForwarded = false
  /// The body of the response, as far as it is kept.
  private(set) var body = Data()
  /// How many bytes of it came.
  private(set) var count = 0
  private var firstPiece: Duration?
  private var laterPieces: [Duration] = []
  /// Of how many pieces one is remembered.
  private var stride = 1
  private var pieceCount = 0

  /// How many moments at which pieces came are remembered.
  private static let mostPieces = 64

  /// When pieces of the body came: of many only some, evenly spread.
  var pieces: [Duration] {
    firstPiece.map { [$0] + laterPieces } ?? []
  }

  /// Whether all of the body that came is kept.
  var isWhole: Bool { body.count == count }

  /// Takes in that a body which is there anyway has come up to a point.
  mutating func take(_ bodySoFar: Data, at time: Duration, keeping limit: Int) {
    count = bodySoFar.count
    body = count > limit ? bodySoFar.prefix(max(limit, 0)) : bodySoFar
    notePiece(at: time)
  }

  /// Takes in a piece that nobody else keeps.
  mutating func add(_ piece: Data, at time: Duration, keeping limit: Int) {
    // Nothing after a gap.
    if isWhole, count + piece.count <= limit { body.append(piece) }
    count += piece.count
    notePiece(at: time)
  }

  /// Lets go of the body.
  mutating func dropBody() {
    body = Data()
  }

  /// The same without the body, for whoever looks on meanwhile.
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
