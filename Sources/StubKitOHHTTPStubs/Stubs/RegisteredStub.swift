import Foundation
import StubKit

@available(*, deprecated)
final class RegisteredStub: HTTPStubsDescriptor, @unchecked Sendable {
  // Unchecked: the lock guards the variables.
  private let lock = NSLock()
  private var ownName: String?
  // Weak: a removed stub and its closure are released even if the test keeps this object.
  private weak var ownStub: Stub?
  /// Whether the stub's closure itself reports activations, with the response object it returns.
  let tellsActivation: Bool

  init(_ stub: Stub) {
    ownStub = stub
    ownName = stub.name
    tellsActivation = false
  }

  private init() {
    tellsActivation = true
  }

  var name: String? {
    get { lock.withLock { ownName } }
    set { lock.withLock { ownName = newValue } }
  }

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
    let responder = Responder.closure { [weak registered] request in
      let request = request.asBlocksSeeIt
      let response = block.value(request)
      registered?.tellActivation(of: descriptor, by: request, response)
      return try response.stubResponse()
    }
    // No check for a forgotten scope: a stub in `.shared` is meant for the whole process.
    let stub = StubRegistry.current.stub(
      condition: condition, named: nil, expected: .standard,
      at: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      answeredBy: responder, redirectingBy: .ofOlderStubs)
    descriptor.stub = stub
    registered.note(descriptor, for: stub)
    return descriptor
  }
}
