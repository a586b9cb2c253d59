#if canImport(FoundationNetworking)
  // On Apple's platforms `Foundation` has these types; here users get them through StubKit.
  @_exported public import FoundationNetworking
#endif
