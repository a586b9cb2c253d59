import Foundation

/// Where the Tour speaks, and where it keeps count of what it has proved.
@MainActor
final class Stage {
  /// Whether somebody is watching, so that lines may be redrawn.
  let isTerminal = isatty(STDOUT_FILENO) == 1
  private let hasColours: Bool
  private var scenes = 0
  private var held = 0
  private var broken: [String] = []

  init() {
    hasColours = isTerminal && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
  }

  /// Says something.
  func say(_ text: String) {
    write(text + "\n")
  }

  /// Opens a scene, and shows the code that it is about.
  func open(_ title: String, _ code: String) {
    scenes += 1
    say("\n" + paint("\(scenes). \(title)", "1"))
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      say(paint("     \(line)", "36"))
    }
  }

  /// Shows text that came from elsewhere.
  func quote(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      say("   │ \(line)")
    }
  }

  /// Draws how far something is: in place for a terminal, else a line for each quarter.
  func draw(_ progress: Double, last: inout Int, _ note: String) {
    let step = isTerminal ? Int(progress * 40) : Int(progress * 4) * 10
    guard step > last else { return }
    last = step
    let bar = String(repeating: "█", count: step) + String(repeating: "·", count: 40 - step)
    let isLineOver = !isTerminal || step == 40
    write((isTerminal ? "\r" : "") + "   \(bar) \(note)" + (isLineOver ? "\n" : " "))
  }

  /// Proves something, or says what was found instead.
  func check(_ claim: String, _ holds: Bool, _ found: @autoclosure () -> String) {
    if holds {
      held += 1
      say("  " + paint("✓", "32") + " \(claim)")
    } else {
      broken.append(claim)
      say("  " + paint("✗", "31") + " \(claim): found \(found())")
    }
  }

  /// Ends the show and returns whether everything held.
  func bow() -> Bool {
    say("\n\(held) of \(held + broken.count) checks held.")
    for claim in broken { say("It should be true that \(claim).") }
    return broken.isEmpty
  }

  /// Writes at once, also into a pipe, and also when the line is not over.
  private func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  private func paint(_ text: String, _ colour: String) -> String {
    hasColours ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
  }
}
