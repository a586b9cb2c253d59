/// A stub as an archive has it: a condition and what answers it.
struct ArchivedStub: Sendable {
  let condition: RequestMatcher
  let response: StubResponse
}
