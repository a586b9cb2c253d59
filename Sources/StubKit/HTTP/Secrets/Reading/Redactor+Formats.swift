import CStubKit

extension Redactor {
  mutating func content(_ bytes: Bytes, type: String? = nil) -> [UInt8]? {
    // A comment, a part or a fragment may contain another one, and so on without end.
    guard nesting < 8 else { return lines(bytes, as: .broken) }
    nesting += 1
    defer { nesting -= 1 }
    guard let header = type.map({ HeaderParameters($0) }) else { return sniffed(bytes) }
    let type = header.value
    let start = bytes.end(of: .white)
    let first = start < bytes.count ? bytes[start] : 0
    let isMarkup = type == "text/html" || type.hasSuffix("xml")
    switch type {
    case _
    where ["application/graphql", "text/css", "text/markdown"].contains(type)
      || type.contains("javascript") || type.contains("ecmascript"):
      return lines(bytes, as: .code)
    case _ where type.hasPrefix("multipart/") && header["boundary"] != nil:
      return parts(bytes, boundary: Array((header["boundary"] ?? "").utf8), isDeclared: true)
    // By default, clients declare any body to be a form, and servers declare it to be HTML.
    case _
    where Self.opensJSON.contains(first) || first == 0x3C && !isMarkup || bytes.has("--", at: start):
      return sniffed(bytes, type: type)
    case "application/x-www-form-urlencoded":
      return bytes.contains(.equals) ? pairs(bytes, in: .form) : lines(bytes)
    case _ where isMarkup: return markup(bytes)
    case _ where type.hasSuffix("csv") || type.hasSuffix("-excel") || type.hasPrefix("text/tab-"):
      return table(bytes, isDeclared: true) ?? lines(bytes)
    default: return sniffed(bytes, type: type)
    }
  }

  /// Redacts a text by its looks; unless `isBody`, it is a sentence or value, not a form or table.
  mutating func sniffed(_ bytes: Bytes, type: String = "", isBody: Bool = true) -> [UInt8]? {
    let start = bytes.end(of: .white)
    switch start < bytes.count ? bytes[start] : .openBracket {
    case UInt8(ascii: "{"), .openBracket: break
    case UInt8(ascii: "<"):
      let next = start + 1 < bytes.count ? bytes[start + 1] : 0
      // An address in angle brackets, as in a `Link` header, is no tag.
      let isAddress = bytes.has("://", at: bytes.end(of: Self.inScheme, from: start + 1))
      if !isAddress, next.isASCIIAlphanumeric || "!?_/".utf8.contains(next) {
        return afterObjects(bytes) { $0.tagged($1) }
      }
    case UInt8(ascii: "-") where bytes.has("--", at: start):
      let line = bytes.place(of: .lineEnd, from: start)
      // `form-data`, of nine bytes, has to begin within 400 bytes after the first line.
      let head = bytes.slice(line..<min(line + 408, bytes.count))
      if 3...80 ~= line - start, head.first("form-data") != nil {
        return parts(bytes, boundary: Array(bytes[start + 2..<line]), isDeclared: false)
      }
    case _ where Self.beginsOperation(bytes, at: start): return lines(bytes, as: .code)
    case _ where Self.isBinary(bytes):
      let isText = !isBody || type.hasPrefix("text/") || type.hasSuffix("json")
      if !isText { return lines(bytes, as: .binary) }
    case _ where bytes.place(of: Self.endsWord, from: start) == bytes.count:
      // A single word: base64 of a text, an address, a form, or a percent-encoded value.
      if let first = bytes.baseAddress, stubkit_begins_base64(first, bytes.count),
        let clean = Base64.rewritten(bytes, by: { value($0) })
      {
        return clean
      }
      // `password=x&next=https://a.test` is a form, and `a?b=c` an address.
      let equals = bytes.place(of: .equals)
      let scheme = bytes.end(of: Self.inScheme, from: start)
      if Self.beginsPath(bytes, at: start) || scheme > start && bytes.has("://", at: scheme)
        || equals < bytes.count && bytes.place(of: .questionMark) < equals
      {
        return address(bytes)
      }
      // In settings, such as `AccountName=a;AccountKey=b+c`, a plus is no blank.
      let isForm = bytes.contains(.ampersand) || !bytes.contains(UInt8(ascii: ";"))
      if isBody, isForm, equals < bytes.count { return pairs(bytes, in: .form) }
      // A value that is percent-encoded as a whole: `https%3A%2F%2F…`.
      if equals == bytes.count, let undone = TextCoding.percent.undone(bytes),
        undone.count < bytes.count
      {
        let clean = undone.withUnsafeBufferPointer { value($0) }
        return clean.map(TextCoding.percent.written)
      }
    default:
      if isBody, TableWalk.separator(in: bytes) != nil { return table(bytes) }
      if bytes.first("</") != nil || bytes.first("<input ") != nil {
        return afterObjects(bytes) { $0.tagged($1) }
      }
    }
    return lines(bytes)
  }

  private static let inScheme: ByteSet = .alphanumeric + "+-."
  private static let endsWord: ByteSet = .white + "\"<>{"

  /// Whether a path begins here; images and sounds in base64 begin with slashes, too.
  private static func beginsPath(_ bytes: Bytes, at start: Int) -> Bool {
    bytes.has("!/", at: start)
      || bytes[start] == .slash && bytes.count < 2_048 && !bytes.has("/9j/", at: start)
        && (!bytes.has("//", at: start) || bytes.contains(.dot))
  }

  private static let operations: [StaticString] = [
    "query", "mutation", "subscription", "fragment",
  ]

  private static func beginsOperation(_ bytes: Bytes, at start: Int) -> Bool {
    operations.contains { word in
      guard bytes.has(word, at: start) else { return false }
      // The operation's name may follow, but not the words of a sentence.
      let name = bytes.end(of: .white, from: start + word.utf8CodeUnitCount)
      let end = bytes.end(of: .white, from: bytes.end(of: .alphanumeric + "_", from: name))
      let isFragment = bytes.has("fragment", at: start) && bytes.has("on ", at: end)
      return isFragment || end < bytes.count && "({@".utf8.contains(bytes[end])
    }
  }

  /// Excludes blanks, ESC (a terminal's colours) and RS (which separates JSON texts).
  private static let control = ByteSet(
    [UInt8](0..<9) + [UInt8](14..<0x1B) + [0x1C, 0x1D, 0x1F, 0x7F])

  private static func isBinary(_ bytes: Bytes) -> Bool {
    let head = bytes.slice(0..<min(bytes.count, 512))
    let first = head.place(of: control)
    return head.place(of: control, from: first + 1) < head.count
  }

  private mutating func tagged(_ bytes: Bytes) -> [UInt8]? {
    guard let clean = markup(bytes) else { return lines(bytes) }
    // In case the text is no markup, this pass over its lines collects their secrets.
    _ = lines(bytes)
    return clean.withUnsafeBufferPointer { lines($0) } ?? clean
  }
}
