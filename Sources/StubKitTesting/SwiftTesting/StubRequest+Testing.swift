public import StubKit
public import Testing

extension StubRequest: CustomTestStringConvertible {
  /// The method, the URL, the fields that matter and the body, without secrets.
  public var testDescription: String {
    // A description that stands alone needs no leading line break.
    String(debugDescription.drop(while: \.isNewline))
  }
}
