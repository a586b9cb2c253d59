#if canImport(FoundationNetworking)
  // `Foundation` has these types on Apple's platforms; exported for all files here and for StubKit's users.
  @_exported public import FoundationNetworking
#endif
