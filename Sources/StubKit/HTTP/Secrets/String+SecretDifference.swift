extension String {
  /// How a hidden secret differs from the text that the test has written for it.
  ///
  /// The description tells only the secret's length, and parts that the test has written itself.
  func secretDifference(from wanted: String) -> String {
    // In longer texts, such as an upload, the place of a difference would not help.
    guard Swift.max(utf8.count, wanted.utf8.count) <= 8_192 else {
      return "another one, \(utf8.count.bytes)"
    }
    let another = "another one, \(count) \(count == 1 ? "character" : "characters")"
    // A shorter common beginning may be chance, and a comparison of shorter texts tells too much.
    guard Swift.min(count, wanted.count) >= 4 else { return another }
    if lowercased() == wanted.lowercased() { return "the same but for upper and lower case" }
    let common = zip(self, wanted).prefix { $0 == $1 }.count
    return another + (common < 4 ? "" : ", the same up to character \(common)")
  }
}
