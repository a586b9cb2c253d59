import StubKit

extension Contract {
  /// A message with the mistakes found since the last call; nil if there are none.
  func newMistakes() -> String? {
    let all =
      mistakes.map { (place: $0.place, text: $0.text) }
      + documents.duplicates.map {
        (place: $0, text: "this name is written twice, and the last one counts")
      }
      + schemaMistakes.map {
        (place: DocumentPlace(file: $0.file, path: $0.tokens), text: $0.sentence)
      }
    let new = told.withLock { told in
      all.filter { told.insert("\($0.place): \($0.text)").inserted }
    }
    guard !new.isEmpty else { return nil }
    let lines = documents.lines(of: new.map(\.place))
    let texts = new.prefix(20).map { place, text in
      "  " + (lines[place].map { "line \($0), " } ?? "") + "\(place): \(text)"
    }
    let others = new.count > 20 ? ["  … and \(new.count - 20) more"] : []
    return
      (["The contract \(name) has mistakes; exchanges are checked only against the rest of it:"]
      + texts + others)
      .joined(separator: "\n")
  }
}
