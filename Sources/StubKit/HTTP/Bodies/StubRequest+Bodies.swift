public import Foundation

extension StubRequest {
  /// The body as JSON, whatever its `Content-Type`; nil if it is not JSON.
  ///
  /// ```swift
  /// #expect(login.requests.first?.json?["user"] == "ada")
  /// #expect(order.requests.first?.json["lines"][0]["count"]?.integer == 2)
  /// ```
  public var json: StubJSON? { readBody?.form(JSONForm.self).json }

  /// The fields of a form body; nil without a body, or if its `Content-Type` is not a form's.
  ///
  /// A body without a `Content-Type` is read as a form.
  public var form: Form? {
    guard let readBody, headers["Content-Type"].map(Form.isDeclared) ?? true else { return nil }
    return readBody.form()
  }

  /// The parts of the body; nil if its type is not `multipart/…`, or if the body cannot be split.
  public var multipart: Multipart? {
    readBody?.multipart(as: headers["Content-Type"])?.parts.map(Multipart.init)
  }

  /// Decodes the body as JSON.
  ///
  /// ```swift
  /// let order = try request.decode(Order.self)
  /// ```
  /// - Throws: `DecodingError`, also if the request has no body.
  public func decode<Value: Decodable>(
    _ type: Value.Type, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    guard let body, !body.isEmpty else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription:
            "\(self) has no body to decode a value of the type \(type) from."))
    }
    return try decoder.decode(type, from: body)
  }

  /// A matcher may have set `parsedBody` even if there is no body.
  private var readBody: ParsedBody? { body.map { parsedBody ?? ParsedBody($0) } }

  /// The fields of a form body, decoded, in order.
  ///
  /// ```swift
  /// request.form?["user"]            // "ada", for user=ada&tag=a&tag=b
  /// request.form?.values(for: "tag") // ["a", "b"]
  /// ```
  public struct Form: Sendable, Hashable, RandomAccessCollection, BodyForm {
    /// Decoded as servers do it: a malformed escape stays as it is, and so does a whole name or
    /// value that is not UTF-8.
    package let items: [URLQueryItem]

    package init(of body: ParsedBody) { self.init(body.data) }

    init(_ data: Data) {
      items = Array(data).withUnsafeBufferPointer { bytes in
        // An empty piece, between two separators or behind the last one, is no field.
        QueryPairs(bytes).filter { !$0.rawName.isEmpty || $0.rawValue != nil }.map { pair in
          func decoded(_ bytes: Bytes) -> String { PercentDecoding.text(of: bytes, ofForm: true) }
          return URLQueryItem(name: decoded(pair.rawName), value: pair.rawValue.map(decoded))
        }
      }
    }

    package static func isDeclared(in contentType: String) -> Bool {
      HeaderParameters(contentType).value == "application/x-www-form-urlencoded"
    }

    /// The value of the first field of this name; nil if there is none, or it has no equals sign.
    public subscript(name: String) -> String? {
      items.first { $0.name.equalsByteForByte(name) }?.value
    }

    /// The values of all fields of this name, in order; a field without an equals sign gives "".
    public func values(for name: String) -> [String] {
      items.filter { $0.name.equalsByteForByte(name) }.map { $0.value ?? "" }
    }

    /// The position of the first field.
    public var startIndex: Int { items.startIndex }
    /// The position after the last field.
    public var endIndex: Int { items.endIndex }
    /// The field at a position.
    public subscript(position: Int) -> URLQueryItem { items[position] }
  }
}

extension StubRequest.Form: DescribedValue {
  /// The fields as in a query, but decoded, with secrets hidden.
  public var description: String {
    var redactor = Discretion.here.redactor
    return (redactor?.items(items, ofBody: true) ?? items).map(\.text).joined(separator: "&")
      .withVisibleControls
  }
}

extension URLQueryItem {
  var text: String { value.map { "\(name)=\($0)" } ?? name }
}
