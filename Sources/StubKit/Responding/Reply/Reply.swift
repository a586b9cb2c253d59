import Foundation

/// An HTTP response, complete as it goes to the client.
struct Reply: Sendable {
  /// The status, from 100 to 599 unless it is recorded, and the headers with `Content-Length` and
  /// `Content-Type` filled in.
  var head: StubResponse.Head
  var body: Body
  /// The body that the test has given, where the status allows none.
  var droppedBody: Body?

  /// Pieces of a body from an asynchronous sequence, opened once per delivery.
  typealias Source = @Sendable () -> AsyncThrowingStream<Data, any Error>

  /// The body of a reply: all there, on a schedule, or still to be pulled.
  enum Body: Sendable {
    /// Bytes in memory or in a mapped file.
    case data(Data)
    /// Pieces with their times.
    case stream([StreamEvent])
    /// Pieces of a sequence.
    case source(Source)

    static let empty = Body.data(Data())

    /// Whether it has no bytes; false for a source.
    var isEmpty: Bool {
      switch self {
      case .data(let data): data.isEmpty
      case .stream(let events): events.allSatisfy(\.isEmpty)
      case .source: false
      }
    }

    /// The number of bytes; nil if it is unknown before the end.
    var length: Int? {
      if case .data(let data) = self { data.count } else { nil }
    }
  }
}
