public import Foundation

extension StubRequest {
  /// The parts of a multipart body, in order.
  ///
  /// ```swift
  /// request.multipart?["photo"]?.fileName   // "cat.png"
  /// request.multipart?.map(\.name)          // ["title", "photo"]
  /// ```
  public struct Multipart: Sendable, Hashable, RandomAccessCollection {
    private let parts: [Part]

    init(_ parts: [Part]) { self.parts = parts }

    /// The first part of this name, or nil if there is none.
    public subscript(name: String) -> Part? {
      parts.first { $0.name?.equalsByteForByte(name) ?? false }
    }

    /// The position of the first part.
    public var startIndex: Int { parts.startIndex }
    /// The position after the last part.
    public var endIndex: Int { parts.endIndex }
    /// The part at a position.
    public subscript(position: Int) -> Part { parts[position] }
  }

  /// One part of a multipart body: a field of a form, or a file.
  public struct Part: Sendable, Hashable {
    /// The header fields of the part.
    public let headers: StubHeaders
    /// The content of the part.
    public let body: Data

    /// The name of the field, or nil if the part has none.
    public var name: String? { disposition?["name"] }

    /// The name of the file, or nil if the part names none.
    public var fileName: String? { disposition?["filename"] }

    /// The part's own `Content-Type`, such as `image/png`; nil if it has none.
    public var contentType: String? { headers["Content-Type"] }

    /// The content as text; nil if it is not UTF-8.
    public var text: String? { String(data: body, encoding: .utf8) }

    /// The content as JSON, whatever its `Content-Type`; nil if it is not JSON.
    public var json: StubJSON? { try? StubJSON(parsing: body) }

    /// Decodes the content as JSON.
    ///
    /// ```swift
    /// let meta = try request.multipart?["meta"]?.decode(Meta.self)
    /// ```
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(
      _ type: Value.Type, decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value { try decoder.decode(type, from: body) }

    private var disposition: HeaderParameters? {
      headers["Content-Disposition"].map(HeaderParameters.init)
    }
  }
}

extension StubRequest.Multipart: CustomStringConvertible {
  /// One line per part, with secrets hidden.
  public var description: String { map(\.description).joined(separator: "\n") }
}

extension StubRequest.Part: DescribedValue {
  /// The part's names, its type, and its text or else its size, with secrets hidden.
  public var description: String { withoutSecrets.summary(upTo: 200, of: body.count) }

  /// `count` is the size of the part's whole body, of which `body` may be only the beginning.
  func summary(upTo limit: Int, of count: Int? = nil) -> String {
    let count = count ?? body.count
    let name = self.name.map { $0.isPlainFieldName ? $0 : $0.shortened().swiftLiteral }
    let content = fileName == nil ? text?.shortened(to: limit).swiftLiteral : nil
    let facts = [
      fileName?.shortened().swiftLiteral, contentType?.shortened().withVisibleControls,
      content ?? count.bytes,
    ]
    return (name ?? "without a name") + ": " + facts.compactMap(\.self).joined(separator: ", ")
  }

  private var withoutSecrets: StubRequest.Part {
    guard var redactor = Discretion.here.redactor else { return self }
    // A boundary that no body contains.
    let boundary = UUID().uuidString
    let head = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    let whole =
      Data("--\(boundary)\r\n\(head)\r\n".utf8) + body.prefix(Discretion.largestBodyLookedAt)
      + Data("\r\n--\(boundary)--".utf8)
    let type = "multipart/form-data; boundary=\(boundary)"
    let redacted = redactor.body(whole, type: type, isRequest: true)
    return MultipartForm(of: redacted, boundary: boundary).parts?.first ?? self
  }
}
