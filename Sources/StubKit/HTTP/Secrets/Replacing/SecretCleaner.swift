package import Foundation

package struct SecretCleaner {
  private let finder: SecretFinder
  private let names: SecretNames
  private var readsNumbers = true

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
    var cleaner = self
    // A number between commas is none of JSON there.
    cleaner.readsNumbers = false
    return text[..<rest] + cleaner.clean(String(text[rest...]))
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
    _ bytes: SecretFinder.Bytes, isRequest: Bool = false, in pieces: () -> [Range<Int>]? = { nil }
  ) -> [UInt8]? {
    var text = Rewriting(bytes)
    let matches = finder.matches(in: bytes)
    for match in matches {
      text.replace(match.range, with: replacement(of: match, in: bytes, isRequest: isRequest))
    }
    guard !matches.isEmpty, let pieces = pieces(), !Self.stand(matches.map(\.range), within: pieces)
    else { return text.text }
    // Bytes that equal a secret only across two values are not the secret.
    return cleaned(bytes, by: pieces, isRequest: isRequest)
  }

  private func cleaned(
    _ bytes: SecretFinder.Bytes, by pieces: [Range<Int>], isRequest: Bool = false
  ) -> [UInt8]? {
    var text = Rewriting(bytes)
    for piece in pieces {
      text.replace(piece, with: cleaned(bytes.slice(piece), isRequest: isRequest))
    }
    return text.text
  }

  private func replacement(
    of match: SecretFinder.Match, in bytes: SecretFinder.Bytes, isRequest: Bool
  ) -> [UInt8] {
    if names.isMark {
      let isDigits = bytes.slice(match.range).end(of: .digit) == match.range.count
      return readsNumbers && isDigits && bytes.isScalar(match.range)
        ? Redactor.mark(ofNumberIn: isRequest) : Redactor.mark
    }
    return match.coding == .plain || match.coding != .within && bytes.standsAlone(match.range)
      ? names.name(of: match, written: bytes[match.range])
      : names.name(ofEncoded: bytes[match.range])
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

  private static func pieces(of bytes: SecretFinder.Bytes, type: String?) -> [Range<Int>]? {
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
      return FormItems.isForm(type ?? "") ? bytes.pieces(at: .ampersand) : nil
    }
    var pieces: [Range<Int>] = []
    var walk = JSONWalk(bytes, from: first)
    while let token = walk.next() {
      if token != .open, token != .close { pieces.append(walk.content) }
    }
    // If other text follows the value, as in JSON lines, the pieces would leave that text out.
    return walk.isComplete && bytes.end(of: .white, from: walk.position) == bytes.count
      ? pieces : nil
  }
}

extension UnsafeBufferPointer<UInt8> {
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
