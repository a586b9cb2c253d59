import StubKit

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

@available(*, deprecated)
extension HTTPStubs {
  /// Calls a closure for each request that a stub answers; nil removes the closure.
  @available(
    *, deprecated,
    message: "Write registry.onEvent { event in … } and look for the kind .activated."
  )
  public static func onStubActivation(
    _ block: ((URLRequest, any HTTPStubsDescriptor, HTTPStubsResponse) -> Void)?
  ) {
    RegisteredStubs.current.listen { $0.onActivation = Unchecked.wrapping(block) }
  }

  /// Calls a closure for each redirect that is followed; nil removes the closure.
  @available(
    *, deprecated,
    message: "Write registry.onEvent { event in … } and look for the kind .redirected."
  )
  public static func onStubRedirectResponse(
    _ block: ((URLRequest, URLRequest, any HTTPStubsDescriptor, HTTPStubsResponse) -> Void)?
  ) {
    RegisteredStubs.current.listen { $0.onRedirect = Unchecked.wrapping(block) }
  }

  /// Calls a closure after each answer, complete or not; nil removes the closure.
  ///
  /// After a complete answer the error says that there is none: the closure's type excludes nil.
  @available(
    *, deprecated,
    message: "Write registry.onEvent { event in … } and look for the kind .finished."
  )
  public static func afterStubFinish(
    _ block: ((URLRequest, any HTTPStubsDescriptor, HTTPStubsResponse, any Error) -> Void)?
  ) {
    RegisteredStubs.current.listen { $0.onFinish = Unchecked.wrapping(block) }
  }

  /// Calls a closure for each request that no stub matches; nil removes the closure.
  @available(
    *, deprecated,
    message: "Write registry.onEvent { event in … } and look for the kind .unmatched."
  )
  public static func onStubMissing(_ block: ((URLRequest) -> Void)?) {
    RegisteredStubs.current.listen { $0.onMissing = Unchecked.wrapping(block) }
  }
}
