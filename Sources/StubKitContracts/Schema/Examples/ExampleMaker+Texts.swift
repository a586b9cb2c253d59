import StubKit

extension ExampleMaker {
  mutating func text(
    _ nodes: [SchemaNode], variant: Int
  ) throws(SchemaExampleError) -> StubJSON {
    let rules = nodes.compactMap(\.rules.text)
    let least = rules.map(\.minLength).max() ?? 0
    let most = rules.compactMap(\.maxLength).min() ?? .max
    guard least <= most else {
      throw failure(
        of: nodes, "at least \(least) characters are needed, but at most \(most) are allowed")
    }
    guard least <= 100_000 else {
      throw failure(of: nodes, "at least \(least) characters are too many")
    }
    let variant = variant + number(below: 50)
    let patterns = rules.compactMap(\.pattern)
    if let text = rules.lazy.compactMap(\.format).first?.sample(variant, least: least),
      least...most ~= text.count, patterns.allSatisfy({ $0.isFound(in: text) != false })
    {
      return .string(text)
    }
    guard let pattern = patterns.first else {
      let suffix = variant == 0 ? "" : "\(variant)"
      let base = "string".prefix(max(0, min(6, most) - suffix.count)) + suffix
      let missing = max(0, least - base.count)
      return .string(String(repeating: "s", count: missing) + base.suffix(most))
    }
    let sample: PatternSample
    do throws(PatternSample.Obstacle) {
      sample = try PatternSample(pattern.source)
    } catch {
      throw failure(
        of: nodes, "the pattern \(pattern.source) is too hard, because of \(error.reason)")
    }
    for text in sample.texts(variant: variant, least: least, most: most)
    where patterns.allSatisfy({ $0.isFound(in: text) == true }) {
      return .string(text)
    }
    let all = patterns.map(\.source).phrase
    throw failure(of: nodes, "no text was found that matches \(all) and has the right length")
  }
}

extension SchemaFormat {
  /// Makes a text of the format, padded to `least` characters if the format has longer texts.
  func sample(_ variant: Int, least: Int) -> String {
    let text = sample(variant)
    let missing = max(0, least - text.count)
    return switch self {
    case .email: String(repeating: "s", count: missing) + text
    case .uri, .uriReference: text + String(repeating: "s", count: missing)
    case .hostname: String(repeating: "s.", count: (missing + 1) / 2) + text
    case .byte: String(repeating: "AAAA", count: (missing + 3) / 4) + text
    default: text
    }
  }

  /// Different variants mostly give different texts.
  private func sample(_ variant: Int) -> String {
    let number = variant == 0 ? "" : "\(variant)"
    let twoDigits = "\(10 + variant % 18)"
    return switch self {
    case .date: "2024-01-\(twoDigits)"
    case .time: "10:\(twoDigits):00Z"
    case .dateTime: "2024-01-\(twoDigits)T10:30:00Z"
    case .uuid:
      "00000000-0000-4000-8000-000000" + "\(1_000_000 + variant % 1_000_000)".dropFirst()
    case .uri: "https://example.com/\(number)"
    case .uriReference: "/\(number)"
    case .email: "user\(number)@example.com"
    case .hostname: "\(variant == 0 ? "" : "host\(number).")example.com"
    case .ipv4: "192.0.2.\(variant % 256)"
    case .ipv6: "2001:db8::\(variant % 9_999)"
    case .byte: "AAA\(["A", "E", "I", "M", "Q", "U", "Y", "c"][variant % 8])"
    }
  }
}
