public import StubKit
import StubKitDrift

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Compares the responses of stubs with those of the real server; made by `.live(where:)`.
public struct LiveCheck: ExchangeCheck {
  /// The environment variable that turns the check on.
  static let variable = "STUBKIT_LIVE"

  let condition: RequestMatcher
  let plan: DriftComparison.Plan
  let isFailing: Bool

  /// Sends the real server the requests that stubs answered, and returns harmful differences.
  ///
  /// What could not be compared is a warning. Without `STUBKIT_LIVE`, nothing is sent.
  public func problems(withAll exchanges: [StubExchange]) -> [ExchangeProblem] {
    let mistakes = condition.problems(in: ".live(where:)")
    guard Self.isOn(in: ProcessInfo.processInfo.environment) else { return mistakes }
    return mistakes + comparison(of: exchanges).problems(failing: isFailing)
  }

  static func isOn(in environment: [String: String]) -> Bool {
    !["", "0", "false", "no"].contains(environment[variable]?.lowercased() ?? "")
  }

  func comparison(of exchanges: [StubExchange]) -> DriftComparison {
    DriftComparison.waiting(for: exchanges.filter { condition.matches($0.request) }, by: plan)
  }
}

extension RequestMatcher {
  /// The mistake in a comparison's condition, if any; a condition with a mistake matches nothing.
  func problems(in function: String) -> [ExchangeProblem] {
    let text = mistake.map {
      "The condition of \(function) has a mistake, and matches nothing: \($0)"
    }
    return text.map { [ExchangeProblem.request($0).asWhole] } ?? []
  }
}

extension ExchangeCheck where Self == LiveCheck {
  /// Compares the responses of stubs with those of the real server, if `STUBKIT_LIVE` is set.
  ///
  /// ```swift
  /// @Suite(.stubbed(checking: .live(where: isHost("api.example.com")))) struct UserTests { … }
  /// ```
  /// ```sh
  /// STUBKIT_LIVE=1 swift test
  /// ```
  /// When a test is over, StubKit sends the real server each `GET` and `HEAD` that a stub answered,
  /// once in the process. It compares the shape of the responses: the class of the status,
  /// the content type, and the members of JSON with their types. Values are not compared, nothing
  /// is stored, and the requests carry none of the test's own credentials.
  ///
  /// - Parameters:
  ///   - condition: Which requests are sent.
  ///   - methods: Further methods whose requests are sent, for a server whose data the test may change.
  ///   - most: The most requests that the whole process may send.
  ///   - isFailing: Whether a harmful difference fails the test; otherwise it is a warning.
  ///   - authorize: Adds the credentials of the real server to a request.
  public static func live(
    where condition: RequestMatcher, also methods: Set<StubRequest.Method> = [],
    atMost most: Int = 100, failing isFailing: Bool = false,
    authorizing authorize: (@Sendable (inout URLRequest) async throws -> Void)? = nil
  ) -> LiveCheck {
    LiveCheck(
      condition: condition,
      plan: DriftComparison.Plan(also: methods, most: most, authorizing: authorize),
      isFailing: isFailing)
  }
}
