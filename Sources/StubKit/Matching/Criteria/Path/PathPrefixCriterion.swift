/// The decoded path starts with the given text; with a slash at its end that is a folder.
struct PathPrefixCriterion: ExactCriterion {
  /// The prefix as it was written.
  let written: String
  /// The prefix without trailing slashes.
  private let prefix: String
  /// Whether a slash or the end must follow the prefix.
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
