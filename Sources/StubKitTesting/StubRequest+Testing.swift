public import StubKit
public import Testing

extension StubRequest: CustomTestStringConvertible {
  /// The method, the URL, the fields that matter and the body, without secrets.
  public var testDescription: String {
    // By itself it needs no line break in front.
    String(debugDescription.drop(while: \.isNewline))
  }
}
