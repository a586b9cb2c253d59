#if canImport(Darwin)
  import Foundation

  func makeServingLoop() throws(POSIXError) -> any ServingLoop { DispatchLoop() }
#endif
