/// The decoded path starts with the given text; one with a slash at its end means a folder.
struct PathPrefixCriterion: ExactCriterion {
  /// The prefix as it was written at the call.
  let written: String
  /// The prefix without slashes at its end.
  private let prefix: String
  /// Whether what follows the prefix must be a slash or nothing.
  private let isFolder: Bool

  init(_ written: String) {
    self.written = written
    prefix = written.withoutTrailingSlashes
    isFolder = prefix.utf8.count < written.utf8.count
  }

  var meaning: RequestComparison { .pathPrefix(prefix, isFolder: isFolder) }

  func finding(in probe: RequestProbe) -> String { probe.url.pathFinding }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return String(probe.url.path.prefix(prefix.count)).nearness(to: prefix)
  }

  var weight: Double { 2.5 }

  var hint: String? { PathHint.whole(written, function: "pathStartsWith") }

  var description: String { "pathStartsWith(\(written.swiftLiteral))" }
}
