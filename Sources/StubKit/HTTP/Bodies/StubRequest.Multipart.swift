extension StubRequest {
  /// The parts of a multipart body, in order.
  ///
  /// ```swift
  /// request.multipart?["photo"]?.fileName   // "cat.png"
  /// request.multipart?.map(\.name)          // ["title", "photo"]
  /// ```
  public struct Multipart: Sendable, Hashable, RandomAccessCollection {
    private let parts: [Part]

    init(_ parts: [Part]) {
      self.parts = parts
    }

    /// The first part of this name, or nil if there is none.
    public subscript(name: String) -> Part? { parts.first { $0.name == name } }

    /// The position of the first part.
    public var startIndex: Int { parts.startIndex }
    /// The position after the last part.
    public var endIndex: Int { parts.endIndex }
    /// The part at a position.
    public subscript(position: Int) -> Part { parts[position] }
  }
}

extension StubRequest.Multipart: CustomStringConvertible {
  /// One line per part, with secrets hidden.
  public var description: String { map(\.description).joined(separator: "\n") }
}
