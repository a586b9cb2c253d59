/// What a stub answers with: a value, or a closure that makes one from the request.
package enum Responder: Sendable {
  case value(StubResponse)
  case closure(@Sendable (StubRequest) throws -> StubResponse)
  case asyncClosure(@Sendable (StubRequest) async throws -> StubResponse)
}
