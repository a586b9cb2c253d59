package import Foundation

package struct SecretCleaner {
  private let finder: SecretFinder
  private let names: SecretNames

  package init(_ finder: SecretFinder, names: SecretNames = SecretNames(isMark: true)) {
    (self.finder, self.names) = (finder, names)
  }

  package func clean(_ text: String) -> String {
    text.withBytes { cleaned($0) }.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Leaves the host as it is: without it the text would be no address.
  package func clean(address text: String) -> String {
    guard let start = text.range(of: "://")?.upperBound else { return clean(text) }
    let rest = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    return text[..<rest] + clean(String(text[rest...]))
  }

  func clean(_ headers: StubHeaders) -> StubHeaders {
    var result = StubHeaders()
    for field in headers {
      let clean = field.value.withBytes { bytes -> [UInt8]? in
        switch field.name.asciiLowercased {
        // Another media type would change how the body is read.
        case "content-type": nil
        // One by one: a semicolon after a cookie is not the end of an escape such as `&gt;`.
        case let name where name.hasSuffix("cookie"):
          cleaned(bytes, by: bytes.pieces(at: UInt8(ascii: ";")))
        default: cleaned(bytes)
        }
      }
      result.append(
        clean.map { String(decoding: $0, as: UTF8.self) } ?? field.value, for: field.name)
    }
    return result
  }

  package func clean(_ data: Data, isRequest: Bool, type: String? = nil) -> Data {
    guard !data.isEmpty else { return data }
    return Array(data).withUnsafeBufferPointer { bytes in
      cleaned(bytes, isRequest: isRequest) { Self.pieces(of: bytes, type: type) }
    }.map { Data($0) } ?? data
  }

  /// `pieces` returns the places of the values; nil if the text has no structure.
  private func cleaned(
    _ bytes: Bytes, having found: [SecretFinder.Match]? = nil, isRequest: Bool = false,
    in pieces: () -> [Range<Int>]? = { nil }
  ) -> [UInt8]? {
    let matches = found ?? finder.matches(in: bytes)
    guard !matches.isEmpty else { return nil }
    let pieces = pieces()
    // Bytes that equal a secret only across two values are not the secret.
    if let pieces, !Self.stand(matches.map(\.range), within: pieces) {
      return cleaned(bytes, by: pieces, isRequest: isRequest)
    }
    var text = Rewriting(bytes)
    var values = pieces?[...]
    for (index, match) in matches.enumerated() where match.range.upperBound > text.copied {
      values = values?.drop { $0.upperBound < match.range.upperBound }
      let written = bytes.slice(match.range)
      // The mark would make JSON invalid in the place of a number.
      if names.isMark, values?.first == match.range, bytes.isScalar(match.range),
        written.end(of: .digit) == written.count
      {
        text.replace(match.range, with: Redactor.mark(ofNumberIn: isRequest))
      } else if match.isEncoded, !names.isMark,
        let run = base64(around: matches[index...], in: bytes, from: text.copied)
      {
        text.replace(run.range, with: run.text)
      } else {
        text.replace(match.range, with: names.name(of: match, written: written))
      }
    }
    return text.text
  }

  private func cleaned(
    _ bytes: Bytes, by pieces: [Range<Int>], isRequest: Bool = false
  ) -> [UInt8]? {
    var text = Rewriting(bytes)
    for piece in pieces {
      text.replace(piece, with: cleaned(bytes.slice(piece), isRequest: isRequest))
    }
    return text.text
  }

  /// Encodes the text around the first match anew, as an app whose secret is the name would do.
  private func base64(
    around matches: ArraySlice<SecretFinder.Match>, in bytes: Bytes, from least: Int
  ) -> (range: Range<Int>, text: [UInt8])? {
    guard let range = matches.first?.range else { return nil }
    let limit = 4_096
    let near = bytes.slice(0..<min(bytes.count, range.upperBound + limit))
    // A slash or a dash may separate the text from others.
    for letters in [.alphanumeric, Base64.letters] {
      var start = range.lowerBound
      let end = near.end(of: "=", from: near.end(of: letters, from: start))
      while start > least, end - start <= limit, letters.contains(bytes[start - 1]) { start -= 1 }
      let ranges = matches.lazy.map(\.range).prefix { $0.lowerBound < end }
      guard end - start <= limit, ranges.allSatisfy({ $0.upperBound <= end }) else { continue }
      // Before the text there may be letters of something else, such as `%22`.
      for start in start..<min(start + 4, range.lowerBound + 1) {
        let text = Base64.rewritten(bytes.slice(start..<end)) { plain in
          let found = finder.matches(in: plain)
          let places = found.map { start + $0.range.lowerBound * 8 / 6 }
          // A text joined to another may begin within the other's last group, and decode wrongly.
          let isWhole = Set(ranges.map(\.lowerBound)).isSubset(of: places)
          return isWhole ? cleaned(plain, having: found) : nil
        }
        if let text { return (start..<end, text) }
      }
    }
    return nil
  }

  /// Ranges and pieces must be in ascending order.
  private static func stand(_ ranges: [Range<Int>], within pieces: [Range<Int>]) -> Bool {
    var place = 0
    for range in ranges {
      while place < pieces.count, pieces[place].upperBound < range.upperBound { place += 1 }
      guard place < pieces.count, pieces[place].lowerBound <= range.lowerBound else { return false }
    }
    return true
  }

  private static func pieces(of bytes: Bytes, type: String?) -> [Range<Int>]? {
    if let boundary = MultipartForm.boundary(in: type) {
      guard var walk = PartWalk(bytes, boundary: Array(boundary.utf8)) else { return nil }
      var pieces = [0..<walk.position]
      var position = walk.position
      // Text between the values, and after the last part, may have a secret, too.
      while !walk.isAtEnd, let part = walk.next() {
        for value in part.fields.map(\.value) + [part.content] {
          pieces += [position..<value.lowerBound, value]
          position = value.upperBound
        }
        position = walk.position
      }
      return pieces + [position..<bytes.count]
    }
    let first = bytes.end(of: .white)
    // Some clients, such as `curl -d`, declare even JSON to be a form.
    guard first < bytes.count, Redactor.opensJSON.contains(bytes[first]) else {
      return StubRequest.Form.isDeclared(in: type ?? "") ? bytes.pieces(at: .ampersand) : nil
    }
    var pieces: [Range<Int>] = []
    var position = first
    while position < bytes.count {
      var walk = JSONWalk(bytes, from: position)
      while let token = walk.next() {
        if token != .open, token != .close { pieces.append(walk.content) }
      }
      position = bytes.end(of: .white, from: walk.position)
      // If other text follows a value, the pieces would leave that text out.
      let isFollowed = position < bytes.count && !Redactor.opensJSON.contains(bytes[position])
      if !walk.isComplete || isFollowed { return nil }
    }
    return pieces
  }
}

extension Bytes {
  func pieces(at separator: UInt8, in range: Range<Int>? = nil) -> [Range<Int>] {
    let range = range ?? 0..<count
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = first(separator, in: start..<range.upperBound) ?? range.upperBound
      pieces.append(start..<end)
      start = end + 1
    }
    return pieces
  }
}
