/// Describes how a hidden secret differs from the text that the test has written for it.
///
/// The description tells only the secret's length, and parts that the test has written itself.
enum SecretDifference {
  /// A shorter common beginning may be chance, and a comparison of shorter texts tells too much.
  private static let least = 4
  /// In longer texts, such as an upload, the place of a difference would not help.
  private static let most = 8_192

  static func text(of found: String, from wanted: String) -> String {
    guard max(found.utf8.count, wanted.utf8.count) <= most else {
      return "another one, \(found.utf8.count.bytes)"
    }
    guard min(found.count, wanted.count) >= least else { return another(found) }
    if found.lowercased() == wanted.lowercased() { return "the same but for upper and lower case" }
    let common = zip(found, wanted).prefix { $0 == $1 }.count
    return another(found) + (common < least ? "" : ", the same up to character \(common)")
  }

  private static func another(_ found: String) -> String {
    "another one, \(found.count) \(found.count == 1 ? "character" : "characters")"
  }
}
