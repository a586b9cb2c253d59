import Foundation
public import StubKit

/// Why a server cannot be started.
public struct StubServerError: DescribedError {
  /// The reason, in a sentence, and what to do.
  public let description: String

  static let inExploration = StubServerError(
    description:
      "A server cannot be started in withEveryFault or withEveryOrder: what a client of a "
      + "server does cannot be held and ordered. Ask by a URLSession there, or serve in a test of its own."
  )

  static let afterScope = StubServerError(
    description:
      "A server cannot be started for a scope that is over, since nothing would end it. Start it in the test "
      + "that it serves.")

  static let stopped = StubServerError(
    description: "The stub server has been stopped: ask for its addresses while it runs.")

  private static let withoutSockets = StubServerError(
    description:
      "A server cannot be started on this platform, whose sockets StubKit does not know. Stub the URLSession of "
      + "the client instead, or serve from a test that runs on Linux, on Android or on one of Apple's platforms."
  )

  static func port(_ port: Int, _ error: any Error) -> StubServerError {
    if (error as? POSIXError)?.code == .ENOSYS { return withoutSockets }
    guard port != 0 else {
      return StubServerError(
        description: "No port could be opened for a stub server: \(reason(error)).")
    }
    let isTaken = (error as? POSIXError)?.code == .EADDRINUSE
    return StubServerError(
      description: isTaken
        ? "Port \(port) is taken by another server. Leave the port out, and the system chooses a free one."
        : "Port \(port) could not be opened for a stub server: \(reason(error)).")
  }

  static func noPort(_ port: Int) -> StubServerError {
    StubServerError(
      description:
        "\(port) is not a valid port: give a number from 1 to 65535, or 0 for any free port.")
  }

  static func unmatchedStatus(_ status: Int) -> StubServerError {
    StubServerError(
      description:
        "\(status) cannot answer a request that no stub matches: `unmatchedStatus:` is a number from 200 to "
        + "999 whose answer has a body, so not 204, 205 or 304.")
  }

  static func bodyLimit(_ limit: Int) -> StubServerError {
    StubServerError(
      description:
        "\(limit) is not a valid `bodyLimit:`, which is a number of bytes from 0 on.")
  }

  private static func reason(_ error: any Error) -> String {
    (error as? POSIXError).map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
  }
}
