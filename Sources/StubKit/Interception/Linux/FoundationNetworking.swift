#if canImport(FoundationNetworking)
  // What `Foundation` brings along on Apple's platforms, for every file here and for those who import StubKit.
  @_exported public import FoundationNetworking
#endif
