import Foundation
import StubKit

/// The descriptor that stands for a stub in the API of OHHTTPStubs.
@available(*, deprecated)
final class RegisteredStub: HTTPStubsDescriptor, @unchecked Sendable {
  // Unchecked: the lock guards what changes.
  private let lock = NSLock()
  private var ownName: String?
  // Weak, so that a removed stub goes, with its response closure, even if the test keeps this object.
  private weak var ownStub: Stub?
  /// Whether the stub's closure reports activations itself, with the very response it returns.
  let tellsActivation: Bool

  init(_ stub: Stub) {
    ownStub = stub
    ownName = stub.name
    tellsActivation = false
  }

  /// Makes a descriptor for a stub that is about to be registered.
  private init() {
    tellsActivation = true
  }

  var name: String? {
    get { lock.withLock { ownName } }
    set { lock.withLock { ownName = newValue } }
  }

  /// The stub, until it has been removed and forgotten.
  var stub: Stub? {
    get { lock.withLock { ownStub } }
    set { lock.withLock { ownStub = newValue } }
  }

  static func register(
    _ condition: RequestMatcher, _ response: @escaping HTTPStubsResponseBlock, fileID: String,
    filePath: String, line: Int, column: Int
  ) -> RegisteredStub {
    let registered = RegisteredStubs.current
    let descriptor = RegisteredStub()
    let block = Unchecked(value: response)
    // Not checked for a forgotten scope: a stub in `.shared` is meant for the whole process.
    let stub = StubRegistry.current.stub(
      condition: condition, redirectingBy: .ofOlderStubs, fileID: fileID, filePath: filePath,
      line: line, column: column
    ) { [weak registered, weak descriptor] request in
      let request = request.asBlocksSeeIt
      let response = block.value(request)
      if let descriptor { registered?.tellActivation(of: descriptor, by: request, response) }
      return try response.stubResponse()
    }
    descriptor.stub = stub
    registered.keep(descriptor, for: stub)
    return descriptor
  }
}
