extension StubRequest {
  /// An HTTP method: a common one, or any other by its name.
  ///
  /// ```swift
  /// let method: StubRequest.Method = "PROPFIND"
  /// method == .get   // false
  /// ```
  /// Methods are case-sensitive, as in HTTP; `URLRequest` capitalizes the common ones itself.
  public struct Method: RawRepresentable, Hashable, Sendable {
    /// The method's name as in the request line.
    public let rawValue: String

    /// Makes a method from its name, which is used unchanged.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The method `GET`.
    public static let get = Method(rawValue: "GET")
    /// The method `HEAD`.
    public static let head = Method(rawValue: "HEAD")
    /// The method `POST`.
    public static let post = Method(rawValue: "POST")
    /// The method `PUT`.
    public static let put = Method(rawValue: "PUT")
    /// The method `PATCH`.
    public static let patch = Method(rawValue: "PATCH")
    /// The method `DELETE`.
    public static let delete = Method(rawValue: "DELETE")
    /// The method `OPTIONS`.
    public static let options = Method(rawValue: "OPTIONS")
    /// The method `TRACE`.
    public static let trace = Method(rawValue: "TRACE")
    /// The method `CONNECT`.
    public static let connect = Method(rawValue: "CONNECT")
  }
}

extension StubRequest.Method: ExpressibleByStringLiteral {
  /// Makes a method from its name, which is used unchanged.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension StubRequest.Method: CustomStringConvertible {
  /// The method's name, with control characters escaped.
  public var description: String { rawValue.withVisibleControls }
}
