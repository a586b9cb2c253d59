public import Foundation

/// The body in the forms that tests ask for.
extension StubRequest {
  /// The body as JSON, whatever its `Content-Type`; nil if it is not JSON.
  ///
  /// ```swift
  /// #expect(login.requests.first?.json?["user"] == "ada")
  /// #expect(order.requests.first?.json["lines"][0]["count"]?.int == 2)
  /// ```
  public var json: StubJSON? { readBody?.form(JSONForm.self).json }

  /// The fields of a form body; nil without a body or if its `Content-Type` is not that of a form.
  public var form: Form? {
    guard let readBody, headers["Content-Type"].map(FormItems.isForm) ?? true else { return nil }
    return Form(readBody.form(FormItems.self).items)
  }

  /// The parts of the body; nil if its type is not `multipart/…` or if it cannot be split.
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
            "\(self) has no body, from which a value of the type \(type) could be decoded."))
    }
    return try decoder.decode(type, from: body)
  }

  /// The body with its parsed forms; a snapshot given to a closure or a test caches them.
  private var readBody: ParsedBody? { parsedBody ?? body.map(ParsedBody.init) }
}
