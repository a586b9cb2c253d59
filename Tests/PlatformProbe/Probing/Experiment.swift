/// One question to the platform, and how to find out.
protocol Experiment: Sendable {
  /// What is asked, as it stands in the table.
  var question: String { get }

  /// Tries it, and says what was seen.
  func answer() async throws -> String
}
