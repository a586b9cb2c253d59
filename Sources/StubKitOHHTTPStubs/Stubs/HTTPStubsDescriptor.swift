import StubKit

/// A registered stub.
@available(*, deprecated, message: "StubKit's stub(condition:response:) returns a Stub.")
public protocol HTTPStubsDescriptor: AnyObject {
  /// A name of your choice.
  @available(*, deprecated, message: "Write stub(condition: …, named: \"…\").")
  var name: String? { get set }
}
