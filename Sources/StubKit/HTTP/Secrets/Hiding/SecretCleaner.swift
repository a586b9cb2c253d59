package import Foundation

/// Removes values from texts, addresses, fields and bodies.
package struct SecretCleaner {
  let finder: SecretFinder
  /// The names of secrets; nil if all have the same.
  let names: SecretNames?

  package init(_ finder: SecretFinder, names: SecretNames? = nil) {
    (self.finder, self.names) = (finder, names)
  }

  package func clean(_ text: String) -> String {
    text.withBytes { cleaned($0, isRequest: false) }.map { String(decoding: $0, as: UTF8.self) }
      ?? text
  }

  /// Cleans an address, except for its host, without which it would be none.
  package func clean(address text: String) -> String {
    guard let start = text.range(of: "://")?.upperBound else { return clean(text) }
    let rest = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    return text[..<rest] + clean(String(text[rest...]))
  }

  func clean(_ headers: StubHeaders) -> StubHeaders {
    var result = StubHeaders()
    for field in headers { result.append(clean(field.value), for: field.name) }
    return result
  }

  package func clean(_ data: Data, isRequest: Bool, type: String? = nil) -> Data {
    guard !data.isEmpty else { return data }
    return Array(data).withUnsafeBufferPointer { bytes in
      cleaned(bytes, isRequest: isRequest, in: Structure(of: bytes, type: type))
    }.map { Data($0) } ?? data
  }

  private func cleaned(
    _ bytes: SecretFinder.Bytes, isRequest: Bool, in structure: Structure = .none
  ) -> [UInt8]? {
    var text = Rewriting(bytes)
    var crossing: [Range<Int>] = []
    for match in finder.matches(in: bytes) {
      let range = match.range
      if structure.mayEnd(in: bytes.slice(range)) { crossing.append(range) }
      text.replace(
        range,
        with: names.map { $0.name(of: match, in: bytes) }
          ?? (Self.isNumber(range, in: bytes)
            ? Redactor.mark(ofNumberIn: isRequest) : Redactor.mark))
    }
    guard !crossing.isEmpty, let pieces = structure.pieces(of: bytes),
      !Self.stand(crossing, within: pieces)
    else { return text.text }
    // Bytes that equal a secret only across two values are not the secret.
    text = Rewriting(bytes)
    for piece in pieces {
      if let clean = cleaned(bytes.slice(piece), isRequest: isRequest) {
        text.replace(piece, with: clean)
      }
    }
    return text.text
  }

  /// Whether each of some ranges lies within a piece; both are in order.
  private static func stand(_ ranges: [Range<Int>], within pieces: [Range<Int>]) -> Bool {
    var place = 0
    for range in ranges {
      while place < pieces.count, pieces[place].upperBound < range.upperBound { place += 1 }
      guard place < pieces.count, pieces[place].lowerBound <= range.lowerBound else { return false }
    }
    return true
  }

  /// The separators of the values in a text.
  private enum Structure {
    case none, form, json
    case parts(delimiter: [UInt8])

    init(of bytes: SecretFinder.Bytes, type: String?) {
      if let boundary = MultipartForm.boundary(in: type) {
        self = .parts(delimiter: Array("--\(boundary)".utf8))
        return
      }
      let first = bytes.firstPlace { $0 > 0x20 }.map { bytes[$0] }
      self =
        FormItems.isForm(type ?? "")
        ? .form : first == 0x7B || first == .openBracket ? .json : .none
    }

    func mayEnd(in match: SecretFinder.Bytes) -> Bool {
      switch self {
      case .none: false
      case .form: match.contains(.ampersand)
      case .json: match.firstPlace { "\",:[]{}".utf8.contains($0) } != nil
      case .parts: match.firstPlace { $0 == .lineFeed || $0 == UInt8(ascii: "-") } != nil
      }
    }

    /// Whether a line is a delimiter: a longer line is the start of a value, or of another boundary.
    private static func isLine(_ line: SecretFinder.Bytes, of delimiter: [UInt8]) -> Bool {
      guard line.starts(with: delimiter) else { return false }
      var rest = line.slice(delimiter.count..<line.count)
      if rest.starts(with: "--".utf8) { rest = rest.slice(2..<rest.count) }
      return rest.firstPlace { $0 > 0x20 } == nil
    }

    /// Returns the places of the values; nil if the text has another structure.
    func pieces(of bytes: SecretFinder.Bytes) -> [Range<Int>]? {
      var pieces: [Range<Int>] = []
      switch self {
      case .none: return nil
      case .form:
        var start = 0
        while start <= bytes.count {
          let end = bytes.first(.ampersand, in: start..<bytes.count) ?? bytes.count
          pieces.append(start..<end)
          start = end + 1
        }
      case .parts(let delimiter):
        var (start, line, isHeader) = (0, 0, false)
        while line < bytes.count {
          let end = bytes.first(.lineFeed, in: line..<bytes.count) ?? bytes.count
          let text = bytes.slice(line..<end)
          let next = min(end + 1, bytes.count)
          if Self.isLine(text, of: delimiter) {
            if !isHeader { pieces.append(start..<line) }
            (start, isHeader) = (next, true)
          } else if isHeader {
            // The parameters of a field, or all of one without parameters.
            if let sign = text.firstPlace(where: { $0 == UInt8(ascii: ";") })
              ?? text.firstPlace(where: { $0 == .colon })
            {
              pieces.append(line + sign + 1..<end)
            }
            (start, isHeader) = (next, text.firstPlace { $0 > 0x20 } != nil)
          }
          line = next
        }
        pieces.append(start..<bytes.count)
      case .json:
        var walk = JSONWalk(bytes, from: 0)
        while let token = walk.next() {
          switch token {
          case .name(let range), .string(let range), .scalar(let range): pieces.append(range)
          case .open, .close: break
          }
        }
        guard walk.isComplete else { return nil }
      }
      return pieces
    }
  }

  /// Whether it is a number in JSON, where a word would not be JSON.
  private static func isNumber(_ range: Range<Int>, in bytes: SecretFinder.Bytes) -> Bool {
    guard bytes[range].allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, bytes[start - 1] <= .space { start -= 1 }
    while end < bytes.count, bytes[end] <= .space { end += 1 }
    guard start > 0, end < bytes.count else { return false }
    return [.colon, .openBracket, UInt8(ascii: ",")].contains(bytes[start - 1])
      && [UInt8(ascii: ","), UInt8(ascii: "}"), .closeBracket].contains(bytes[end])
  }
}

extension SecretNames {
  /// Returns the replacement of a secret.
  fileprivate func name(of match: SecretFinder.Match, in bytes: SecretFinder.Bytes) -> [UInt8] {
    switch match.coding {
    case .plain: return name(of: match.secret)
    case .base64(let isURL, let isPadded):
      return Base64.encode(name(of: match.secret), isURL: isURL, isPadded: isPadded)
    case .within: return name(ofEncoded: bytes[match.range])
    }
  }
}
