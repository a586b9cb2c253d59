/// Apple's Command Line Tools, without Xcode, may bring neither.
///
/// None is imported, because the probe would then not start without it.
struct TestingLibraries: Experiment {
  let question = "Which testing libraries could this be compiled with?"

  func answer() async -> String {
    #if canImport(Testing)
      let testing = "Testing"
    #else
      let testing = "no Testing"
    #endif
    #if canImport(XCTest)
      let xctest = "XCTest"
    #else
      let xctest = "no XCTest"
    #endif
    return "\(testing), \(xctest)"
  }
}
