// As much of XCUITest as a snippet uses, where there is none: an app that shows a basket.

#if !canImport(XCUIAutomation)
  import Foundation

  @MainActor final class XCUIApplication {
    var launchEnvironment: [String: String] = [:]
    private(set) var staticTexts: [String: XCUIElement] = [:]

    /// Asks for the basket by a client that is no session of this process.
    func launch() {
      let (curl, pipe) = (Process(), Pipe())
      curl.executableURL = URL(filePath: "/usr/bin/env")
      curl.arguments = ["curl", "--silent", (launchEnvironment["API_URL"] ?? "") + "/basket"]
      curl.standardOutput = pipe
      guard (try? curl.run()) != nil else { return }
      let said = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
      if String(decoding: said, as: UTF8.self) == #"{"items":[]}"# {
        staticTexts["Your basket is empty"] = XCUIElement()
      }
    }
  }

  struct XCUIElement {
    func waitForExistence(timeout: TimeInterval) -> Bool { true }
  }

  extension XCUIElement? {
    func waitForExistence(timeout: TimeInterval) -> Bool { self != nil }
  }
#endif
