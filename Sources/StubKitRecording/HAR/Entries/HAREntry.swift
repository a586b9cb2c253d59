import Foundation
import StubKit

/// One exchange in an archive: the whole JSON, and the parts that are needed to answer.
struct HAREntry: Sendable, Hashable {
  let json: StubJSON
  let request: Request
  let response: Response
  let timings: Timings
  var index = 0

  struct Request: Sendable, Hashable {
    let method: String
    var url: String
    var body: Body?
    /// Whether the request had a body that the archive does not contain.
    let isBodyUnknown: Bool

    struct Body: Sendable, Hashable {
      let mimeType: String
      var data: Data
    }
  }

  struct Response: Sendable, Hashable {
    /// 0 if there was no response.
    let status: Int
    let headers: StubHeaders
    /// Not chunked, and not compressed unless `isEncoded`.
    let body: Data
    /// Whether the body has a content coding such as `br`, which StubKit has left as it was.
    let isEncoded: Bool
    let mimeType: String?
    /// The archive's text on why the response or the rest of its body is missing.
    let failure: String?
    /// How many bytes of the body the archive lacks.
    let missing: Int

    var isAnswer: Bool { status != 0 && missing == 0 }
    /// Whether the archive has the response, with its whole body, and it did not break off.
    var isWhole: Bool { isAnswer && failure.flatMap(HARFailure.codeOfBreak) == nil }
  }

  init(_ entry: JSONReader) throws(ArchiveError) {
    json = entry.value
    request = try Request(try entry.required("request"))
    response = try Response(in: entry, to: request.method)
    timings = try entry.reading(or: .none) { () throws(ArchiveError) in try Timings(in: entry) }
  }

  static func == (lhs: HAREntry, rhs: HAREntry) -> Bool { lhs.json == rhs.json }
  func hash(into hasher: inout Hasher) { hasher.combine(request) }
}

extension HAREntry.Request {
  fileprivate init(_ request: JSONReader) throws(ArchiveError) {
    method = try request.string("method") ?? "GET"
    url = try request.required("url").string()
    let post = try request.member("postData")
    let posted = try post.map(Self.body)
    let size = (try? request.member("bodySize")?.integer()) ?? 0
    // Fields alone do not say how the parts of an upload were written.
    let isUpload = posted?.mimeType.lowercased().hasPrefix("multipart/") ?? false
    let isKnown = size <= 0 && !isUpload && post?.hasAttachedBody != true
    isBodyUnknown = !isKnown && posted?.data.isEmpty ?? true
    body = isBodyUnknown ? nil : posted
  }

  private static func body(in posted: JSONReader) throws(ArchiveError) -> Body {
    let mimeType = try posted.string("mimeType") ?? ""
    if posted.hasAttachedBody {
      let data = try posted.reading(or: Data()) { () throws(ArchiveError) in
        try posted.attachedBody()
      }
      return Body(mimeType: mimeType, data: data)
    }
    guard let text = try posted.string("text"), !text.isEmpty else {
      if mimeType.lowercased().hasPrefix("multipart/") {
        return Body(mimeType: mimeType, data: Data())
      }
      return Body(mimeType: mimeType, data: try form(of: try posted.list("params")))
    }
    // HAR 1.2 has no member for the encoding, so StubKit writes `_encoding`; 1.3 has `encoding`.
    let name = posted.value["_encoding"] == nil ? "encoding" : "_encoding"
    let data = try HAREntry.bytes(
      of: text, encoding: try posted.string(name), at: posted.path.member("text"))
    return Body(mimeType: mimeType, data: data)
  }

  /// Some archives have only the fields of a form, and not its text.
  private static func form(of fields: [JSONReader]) throws(ArchiveError) -> Data {
    var pairs: [String] = []
    for field in fields {
      let name = try field.string("name") ?? ""
      let value = try field.string("value")
      pairs.append(([name] + [value].compactMap(\.self)).map(\.formEncoded).joined(separator: "="))
    }
    return Data(pairs.joined(separator: "&").utf8)
  }
}

extension HAREntry.Response {
  fileprivate init(in entry: JSONReader, to method: String) throws(ArchiveError) {
    guard let response = try entry.member("response") else {
      (status, headers, body, mimeType, missing) = (0, [:], Data(), nil, 0)
      (failure, isEncoded) = (try Self.failure(in: entry), false)
      return
    }
    let code = try response.member("status")?.integer() ?? 0
    // Browsers write 0, and some programs -1, if there was no response.
    // Some servers answer with 999, and clients see that status.
    guard code <= 0 || 100...999 ~= code else {
      throw ArchiveError(
        "expected a status from 100 to 999, found \(code)",
        at: "\(response.path.member("status"))")
    }
    let failures = [
      try Self.failure(in: response), try Self.failure(in: entry),
      // The member in which Playwright writes the error.
      try Self.failure(in: response, named: "_failureText"),
    ]
    var headers = try HAREntry.headers(of: response)
    let content = try response.member("content")
    mimeType = try content?.string("mimeType")
    isEncoded = content?.value["_contentEncoding"] != nil
    var body = Data()
    var loss: String?
    if let content, content.hasAttachedBody {
      do throws(ArchiveError) {
        body = try content.attachedBody()
        try? headers.undoContentCoding(of: &body)
      } catch {
        try content.reading(or: ()) { () throws(ArchiveError) in throw error }
        // Only the first line, since `reading` has noted a remark with the whole text.
        loss = error.reason.prefix { $0 != "\n" }.trimmingCharacters(in: ["."])
      }
    } else if let content, let text = try content.string("text") {
      let encoding = try content.string("encoding")
      body = try HAREntry.bytes(of: text, encoding: encoding, at: content.path.member("text"))
      do {
        try headers.undoContentCoding(of: &body)
      } catch {
        throw ArchiveError(
          "the compressed body cannot be read: \(error)", at: "\(content.path.member("text"))")
      }
      if encoding?.lowercased() != "base64" {
        body = Self.encode(text, as: headers["Content-Type"] ?? mimeType) ?? body
      }
    }
    failure = failures.lazy.compactMap(\.self).first ?? loss
    // The browser's cache had the body, and the page got an answer with 200.
    status = code == 304 && !body.isEmpty ? 200 : max(0, code)
    if 300...399 ~= status, !headers.contains("Location"),
      let target = try response.string("redirectURL"), !target.isEmpty
    {
      headers.append(target, for: "Location")
    }
    if !headers.contains("Set-Cookie") {
      let cookies = try response.reading(or: []) { () throws(ArchiveError) in
        try response.list("cookies")
      }
      for cookie in cookies {
        let field = try cookie.reading(or: nil) { () throws(ArchiveError) in
          try HAREntry.setCookie(cookie)
        }
        if let field { headers.append(field, for: "Set-Cookie") }
      }
    }
    self.headers = headers
    self.body = body
    // Browsers do not save the body of a redirect that they follow.
    let isBare =
      method == "HEAD" || status < 200 || [204, 304].contains(status)
      || 300...399 ~= status && headers.contains("Location")
    if isBare {
      missing = 0
    } else if loss == nil {
      missing = try Self.missing(in: content, besides: body)
    } else {
      missing = max(1, (try? content?.member("size")?.integer()) ?? 1)
    }
  }

  /// The text of the error, if any; a lenient reader ignores the object that some programs write.
  private static func failure(
    in reader: JSONReader, named name: String = "_error"
  ) throws(ArchiveError) -> String? {
    try reader.reading(or: nil) { () throws(ArchiveError) in try reader.string(name) }
  }

  /// How many bytes are missing: browsers omit large bodies, StubKit those without room in its log.
  private static func missing(
    in content: JSONReader?, besides body: Data
  ) throws(ArchiveError) -> Int {
    let member = body.isEmpty ? "size" : "_missing"
    guard let content else { return 0 }
    let size = try content.reading(or: nil) { () throws(ArchiveError) in
      try content.member(member)?.integer()
    }
    guard let count = size, count > 0 else { return 0 }
    return try content.reading(or: count) { () throws(ArchiveError) in
      throw ArchiveError(
        "expected \(count) more bytes of the body, found none", at: "\(content.path)")
    }
  }

  /// Encodes an archive's text in the media type's charset; nil for UTF-8 and for unknown charsets.
  private static func encode(_ text: String, as contentType: String?) -> Data? {
    let charset = contentType.flatMap { HeaderParameters($0)["charset"] }?.lowercased()
      .replacingOccurrences(of: "_", with: "-")
    return charset.flatMap { encodings[$0] }.flatMap { text.data(using: $0) }
  }

  // Foundation has no names for some encodings; their numbers are the same on all platforms.
  private static let encodings: [String: String.Encoding] = [
    "iso-8859-1": .isoLatin1, "iso8859-1": .isoLatin1, "latin1": .isoLatin1,
    "iso-8859-2": .isoLatin2, "iso-8859-5": .init(rawValue: 0x8000_0205),
    "iso-8859-7": .init(rawValue: 0x8000_0207), "iso-8859-9": .init(rawValue: 0x8000_0209),
    "iso-8859-15": .init(rawValue: 0x8000_020F),
    "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "cp1251": .windowsCP1251,
    "windows-1252": .windowsCP1252, "cp1252": .windowsCP1252, "windows-1253": .windowsCP1253,
    "windows-1254": .windowsCP1254, "koi8-r": .init(rawValue: 0x8000_0A02),
    "koi8-u": .init(rawValue: 0x8000_0A08),
    "shift-jis": .shiftJIS, "x-sjis": .shiftJIS, "windows-31j": .shiftJIS,
    "iso-2022-jp": .iso2022JP, "big5": .init(rawValue: 0x8000_0A03),
    "euc-kr": .init(rawValue: 0x8000_0940), "gb2312": .init(rawValue: 0x8000_0632),
    "gbk": .init(rawValue: 0x8000_0632), "gb18030": .init(rawValue: 0x8000_0632),
    "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
  ]
}
