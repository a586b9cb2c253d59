public import Foundation

/// What the body holds, in the form in which a test asks for it.
extension StubRequest {
  /// The body as JSON, whatever its type says; nil if it is none.
  ///
  /// ```swift
  /// #expect(login.requests.first?.json?["user"] == "ada")
  /// #expect(order.requests.first?.json["lines"][0]["count"]?.int == 2)
  /// ```
  public var json: StubJSON? { readBody?.form(JSONForm.self).json }

  /// The body as the fields of a form; nil if there is none, or if its type is another.
  public var form: Form? {
    guard let readBody, headers["Content-Type"].map(FormItems.isForm) ?? true else { return nil }
    return Form(readBody.form(FormItems.self).items)
  }

  /// The parts of the body; nil if its type is another than `multipart/…`, or if it has none.
  public var multipart: Multipart? {
    readBody?.multipart(as: headers["Content-Type"])?.parts.map(Multipart.init)
  }

  /// Decodes the body as JSON.
  ///
  /// ```swift
  /// let order = try request.decode(Order.self)
  /// ```
  /// - Throws: `DecodingError`, also for a request that has no body.
  public func decode<Value: Decodable>(
    _ type: Value.Type, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    guard let body, !body.isEmpty else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription:
            "\(self) has no body, from which a value of the type \(type) could be decoded."))
    }
    return try decoder.decode(type, from: body)
  }

  /// The body with what is read from it; what a closure or a test is given reads each form once.
  private var readBody: ParsedBody? { parsedBody ?? body.map(ParsedBody.init) }
}
