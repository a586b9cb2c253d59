extension StubResponse {
  /// The same response with another status.
  public func with(status: Int) -> StubResponse {
    var response = self
    switch kind {
    case .reply(let draft): response.kind = .reply(draft.with(status: status))
    case .sequence(var sequence):
      sequence.amendments.status = status
      response.kind = .sequence(sequence)
    case .failure, .hang, .passThrough: break
    }
    return response
  }

  /// The same response with this header field, which replaces those of the same name.
  public func with(header name: String, value: String) -> StubResponse {
    var response = self
    switch kind {
    case .reply(let draft): response.kind = .reply(draft.with(header: name, value: value))
    case .sequence(var sequence):
      sequence.amendments.headers.set(value, for: name)
      response.kind = .sequence(sequence)
    case .failure, .hang, .passThrough: break
    }
    return response
  }
}
