public import Foundation

extension StubRequest {
  /// The fields of a form body, decoded, in order.
  ///
  /// ```swift
  /// request.form?["user"]            // "ada", for user=ada&tag=a&tag=b
  /// request.form?.values(for: "tag") // ["a", "b"]
  /// ```
  public struct Form: Sendable, Hashable, RandomAccessCollection {
    private let items: [URLQueryItem]

    init(_ items: [URLQueryItem]) {
      self.items = items
    }

    /// The value of the first field of this name; nil without such a field or an equals sign in it.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// The values of all fields of this name, in order; a field without an equals sign gives "".
    public func values(for name: String) -> [String] {
      items.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// The position of the first field.
    public var startIndex: Int { items.startIndex }
    /// The position after the last field.
    public var endIndex: Int { items.endIndex }
    /// The field at a position.
    public subscript(position: Int) -> URLQueryItem { items[position] }
  }
}

extension StubRequest.Form: CustomStringConvertible {
  /// The fields as in a query, but decoded, with secrets hidden.
  public var description: String {
    guard var redactor = Discretion.here.redactor else {
      return items.map(\.text).joined(separator: "&").withVisibleControls
    }
    return items.map { $0.redacted(by: &redactor).text }.joined(separator: "&")
      .withVisibleControls
  }
}
