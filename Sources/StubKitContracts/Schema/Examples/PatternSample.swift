struct PatternSample {
  /// The part of an expression that is not supported.
  struct Obstacle: Error {
    let reason: String
  }

  indirect enum Piece {
    /// One of these characters, the most readable first.
    case character([Unicode.Scalar])
    case sequence([Piece])
    case choice([Piece])
    case repetition(Piece, least: Int, most: Int)
  }

  private let piece: Piece
  private static let longest = 1 << 17

  init(_ source: String) throws(Obstacle) {
    var parser = PatternParser(source)
    piece = try parser.parse()
  }

  /// Texts with `least` to `most` characters that probably match; the caller has to check them.
  ///
  /// Different variants give different texts, if several are possible.
  func texts(variant: Int, least: Int, most: Int) -> [String] {
    var texts: [String] = []
    func add(_ scalars: [Unicode.Scalar]) {
      guard least...most ~= scalars.count else { return }
      texts.append(String(String.UnicodeScalarView(scalars)))
    }
    for extra in Array(0...min(least, 64)) + [least] {
      var rest = variant
      let text = self.text(extra: extra, variant: &rest)
      // The rest of the variant, if any, lengthens the repetitions.
      if extra == 0, rest > 0 {
        var none = 0
        add(self.text(extra: rest, variant: &none))
      }
      add(text)
      // After an expression without an anchor at its end, any text may follow.
      if extra == 0 {
        add(text + Array(repeating: "a", count: max(0, least - text.count)))
      }
    }
    return texts
  }

  private func text(extra: Int, variant: inout Int) -> [Unicode.Scalar] {
    var text: [Unicode.Scalar] = []
    append(piece, to: &text, extra: extra, variant: &variant)
    return text
  }

  private func append(
    _ piece: Piece, to text: inout [Unicode.Scalar], extra: Int, variant: inout Int
  ) {
    guard text.count < Self.longest else { return }
    switch piece {
    case .character(let scalars):
      guard !scalars.isEmpty else { return }
      text.append(scalars[variant % scalars.count])
      variant /= scalars.count
    case .sequence(let pieces):
      for piece in pieces { append(piece, to: &text, extra: extra, variant: &variant) }
    case .choice(let pieces):
      guard !pieces.isEmpty else { return }
      let chosen = pieces[variant % pieces.count]
      variant /= pieces.count
      append(chosen, to: &text, extra: extra, variant: &variant)
    case .repetition(let piece, let least, let most):
      let count = min(max(least, min(most, least &+ extra)), Self.longest)
      for _ in 0..<count {
        let before = text.count
        append(piece, to: &text, extra: 0, variant: &variant)
        guard text.count > before, text.count < Self.longest else { return }
      }
    }
  }
}
