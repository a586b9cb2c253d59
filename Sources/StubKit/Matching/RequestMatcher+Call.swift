extension RequestMatcher {
  /// A matcher of a method and an address, for `isGET` and its siblings.
  init(_ method: StubRequest.Method, to address: String) {
    let call = "is\(method)(\(address.swiftLiteral))"
    let parts = address.withBytes { bytes in
      Result { () throws(MatcherMistake) in try AddressCriteria(parsing: bytes).all }
    }
    switch parts {
    case .success(let parts):
      let method = Expression.criterion(MethodCriterion(methods: [method]))
      self.init(.call(call, .all([method] + parts)), isMistaken: false)
    case .failure(let mistake):
      self.init(MistakenCriterion(MatcherMistake(call: call, reason: mistake.reason)))
    }
  }
}
