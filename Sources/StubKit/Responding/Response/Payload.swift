import Foundation

/// The body of a reply: all there, on a schedule, or still to be pulled.
enum Payload: Sendable {
  /// Bytes in memory or in a mapped file.
  case data(Data)
  /// Pieces with the times they are written at.
  case stream([StreamEvent])
  /// Pieces from an asynchronous sequence, opened once per delivery.
  case source(@Sendable () -> AsyncThrowingStream<Data, any Error>)

  /// A body without bytes.
  static let empty = Payload.data(Data())
}
