package enum SecretLook {
  /// The prefixes of services' keys by first byte, and the least number of characters after each.
  private static let prefixes: [UInt8: [(text: [UInt8], rest: Int)]] = {
    let texts = [
      8: """
      xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp- sk_live_ sk_test_ rk_live_ \
      rk_test_
      """,
      12: "whsec_",
      16: """
      AKIA ASIA ABIA glpat- gldt- glrt- glptt- shpat_ shpss_ shpca_ sq0atp- sq0csp- hvs. dckr_pat_ ya29. \
      lin_api_ LTAI GOCSPX- CFPAT- NRAK- PMAK- amzn.mws. sb_secret_ dp.pt. tvly- lsv2_pt_ lsv2_sk_
      """,
      20: """
      AGE-SECRET-KEY-1 SG. ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ sk- npm_ hf_ dop_v1_ pypi- rnd_ fo1_ \
      ATBB figd_ pscale_tkn_ pscale_pw_
      """,
      30: """
      pat-na1- pat-eu1- key- AIza gsk_ xai- pplx- r8_ dapi glsa_ sntryu_ rubygems_ sbp_ sgp_ ATATT3xFfGF0 ntn_ \
      secret_ nfp_ vcp_ phx_ 1//0
      """,
      60: "EAA A21AA sl. Atza| Atzr| APA91b",
    ]
    let list = texts.flatMap { rest, words in
      words.split(separator: " ").map { (text: Array($0.utf8), rest: rest) }
    }
    return Dictionary(grouping: list) { $0.text[0] }
  }()

  static let beginnings: Beginnings = {
    var beginnings = Beginnings()
    for (text, _) in prefixes.values.joined() { beginnings.insert(text) }
    for word in words + codes + orders + ["is your", "curl", "eyJ", "basic", "bearer"] {
      word.withUTF8Buffer { beginnings.insert($0) }
    }
    return beginnings
  }()

  private static let inWord: ByteSet = .alphanumeric + "_-."
  private static let inToken: ByteSet = .alphanumeric + "=-_"
  private static let inBase64 = Base64.letters + "="
  private static let inCredential: ByteSet = inBase64 + ".~|:!"
  private static let inPEM: ByteSet = inBase64 + " \t\n\r:,\\%"
  private static let inTitle = ByteSet([UInt8](0x41...0x5A) + [.space])

  /// The end of a key or web token; calls share `tokenlessEnd`, before which no web token begins.
  static func end(of bytes: Bytes, from start: Int, tokenlessEnd: inout Int) -> Int? {
    if start >= tokenlessEnd, let end = endOfToken(bytes, from: start, tokenlessEnd: &tokenlessEnd)
    {
      return end
    }
    for (text, rest) in prefixes[bytes[start]] ?? [] where bytes.hasBytes(text, at: start) {
      let first = start + text.count
      var end = bytes.end(of: inWord, from: first)
      // A dot at the end belongs to a sentence.
      while end > first, bytes[end - 1] == .dot { end -= 1 }
      // A key with separators has a digit; without one, it is a slug: `sk-a-name-of-an-article`.
      let isPlain = bytes.end(of: .alphanumeric, from: first) == end
      if end - first >= rest, isPlain || bytes.place(of: .digit, from: first) < end { return end }
    }
    return nil
  }

  static func isBeginning(of value: Bytes) -> Bool {
    var tokenlessEnd = 0
    return !value.isEmpty && end(of: value, from: 0, tokenlessEnd: &tokenlessEnd) != nil
  }

  /// Finds the end of a JSON web token: at least two parts, the first an object in base64.
  private static func endOfToken(_ bytes: Bytes, from start: Int, tokenlessEnd: inout Int) -> Int? {
    guard bytes.has("eyJ", at: start) else { return nil }
    let head = bytes.end(of: inToken, from: start)
    // A token that begins later within these characters would have the same end.
    tokenlessEnd = head
    guard head - start >= 8 else { return nil }
    // An encrypted token may have an empty second part.
    var end = head
    while end < bytes.count, bytes[end] == .dot { end = bytes.end(of: inToken, from: end + 1) }
    return end - head > 4 ? end : nil
  }

  /// Finds the end of a private key in PEM, which may be incomplete.
  static func endOfPEM(_ bytes: Bytes, from start: Int) -> Int? {
    guard bytes.has("-----BEGIN ", at: start) else { return nil }
    let title = bytes.end(of: inTitle, from: start + 11)
    let isPublic = publicTitles.contains { bytes.slice(start..<title).first($0) != nil }
    guard bytes.has("-----", at: title), !isPublic else { return nil }
    // The key may be split into strings of code, or have header fields with any text.
    let rest = bytes.slice(0..<min(bytes.count, title + 1 << 16))
    if let closing = rest.first("-----END ", from: title + 5),
      rest.first("-----BEGIN ", from: title + 5).map({ $0 > closing }) ?? true
    {
      return bytes.end(of: "-", from: bytes.end(of: inTitle, from: closing + 9))
    }
    var end = bytes.end(of: inPEM, from: title + 5)
    // Backslashes before a quote escape the quote.
    if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
      while bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    }
    return end
  }

  private static let publicTitles: [StaticString] = [
    "PUBLIC KEY", "CERTIFICATE", "SIGNATURE", "SIGNED MESSAGE",
  ]

  static func endOfCredential(_ bytes: Bytes, from start: Int) -> Int? {
    let isBasic = bytes.hasIgnoringCase("basic ", at: start)
    guard isBasic || bytes.hasIgnoringCase("bearer ", at: start) else { return nil }
    let first = bytes.end(of: " ", from: start + (isBasic ? 6 : 7))
    // Base64 ends with its padding.
    var end =
      isBasic
      ? bytes.end(of: "=", from: bytes.end(of: Base64.letters, from: first))
      : bytes.end(of: inCredential, from: first)
    // `Bearer realm="…"` is a challenge.
    if bytes.has("\"", at: end), end > first, bytes[end - 1] == .equals { return nil }
    // Punctuation at the end belongs to a sentence.
    while !isBasic, end > first, ".,:/!".utf8.contains(bytes[end - 1]) { end -= 1 }
    let value = bytes.slice(first..<end)
    guard value.count >= 6 else { return nil }
    if isBasic {
      let pair = Base64.decode(value).flatMap { String(validUTF8: $0) }
      return pair?.contains(":") ?? false ? end : nil
    }
    return value.count < 20 && value.place(of: .digit) == value.count ? nil : end
  }
}

/// Finds secrets in sentences: `Invalid password 'hunter2'`, `your code is 482913`.
extension SecretLook {
  private static let words: [StaticString] = [
    "password", "passcode", "passphrase", "token", "secret", "pin", "identified by", "passwort",
    "mot de passe", "contrase\u{F1}a",
  ]
  private static let codes: [StaticString] = [
    "your code", "verification code", "confirmation code", "security code", "login code",
    "access code", "best\u{E4}tigungscode", "api key", "api-key", "api_key", "secret key",
  ]
  /// Words before a number that is sent to a person: `Use 482913 to sign in`.
  private static let orders: [StaticString] = ["use ", "enter ", "code", "otp:", "otp "]
  private static let verbs: [StaticString] = [
    "is ", "was ", "is: ", ": ", "to ", "lautet ", "est ", "es ", "provided: ",
    "\" got invalid value ",
  ]

  private static let endOfWord: ByteSet = .white + "\"'<>`,;"

  static func said(_ bytes: Bytes, from start: Int) -> Range<Int>? {
    func begins(_ word: StaticString) -> Bool { bytes.hasIgnoringCase(word, at: start) }
    if begins("is your ") { return code(before: start, in: bytes) }
    if begins("curl -u ") {
      let pair = start + 8..<start + 8 + bytes.longestWord(from: start + 8).place(of: endOfWord)
      return bytes.first(.colon, in: pair.dropLast()).map { $0 + 1..<pair.upperBound }
    }
    let (order, code) = (orders.first(where: begins), codes.first(where: begins))
    guard let word = order ?? code ?? words.first(where: begins) else { return nil }
    let end = start + word.utf8CodeUnitCount
    var place = bytes.end(of: .blank, from: end)
    let verb = verbs.first { bytes.hasIgnoringCase($0, at: place) }
    let needsBlank = code == nil && order == nil && !bytes.has("\" got ", at: place)
    guard place > end || !needsBlank, place < bytes.count else { return nil }
    if let verb { place = bytes.end(of: .blank, from: place + verb.utf8CodeUnitCount) }
    // A `=` or `:` without a verb belongs to a pair, which is judged by its name instead.
    guard place < bytes.count, verb != nil || !Redactor.signs.contains(bytes[place]) else {
      return nil
    }
    let hasVerb = verb != nil || bytes[end - 1] == .colon
    if !needsBlank, let last = endOfCode(from: place, in: bytes) {
      let isSent = hasVerb || bytes.has(" to ", at: last)
      // The words before `code` may make it public, as in `postal code`.
      let name = SecretName.words(of: bytes.slice(max(0, start - 16)..<end), last: 60).suffix(2)
      let isPublic = SecretVocabulary.meaning(of: name.joined()).contains(.public)
      let isOrder = last - place > 5 && !isPublic
      return isSent && (order == nil || isOrder) ? place..<last : nil
    }
    let isQuoted = ByteSet.quote.contains(bytes[place])
    let first = isQuoted ? place + 1 : place
    let most = bytes.longestWord(from: first)
    var count = most.place(of: isQuoted ? .white + ByteSet([bytes[place]]) : endOfWord)
    if isQuoted, count == most.count || most[count] != bytes[place] { return nil }
    while !isQuoted, count > 0, ".!?)".utf8.contains(most[count - 1]) { count -= 1 }
    let value = most.slice(0..<count)
    guard count >= 4, !isAddress(value, orPath: true), order == nil || isQuoted && isCode(value)
    else { return nil }
    // `login --token x` passes a token, but `the token 9f…` in a sentence may only mention one.
    let isOrdered = ["--", "use ", "with "].contains { (order: StaticString) in
      bytes.hasIgnoringCase(order, at: start - order.utf8CodeUnitCount)
    }
    let isTold = isQuoted || isNoWord(value) && (hasVerb || isOrdered)
    // No secret: `Unexpected token 'export'`, `the token is JavaScript`
    let isWord = begins("token") && value.place(of: .digit) == count
    return isTold && !isWord || isRandom(value) || isNetrc(before: start, in: bytes)
      ? first..<first + count : nil
  }

  /// Whether a text ends in `machine a.test login ada`, or in `default login ada`.
  private static func isNetrc(before end: Int, in bytes: Bytes) -> Bool {
    let words = bytes.slice(max(0, end - 120)..<end).split { $0 <= .space }.suffix(4)
      .map { String(decoding: $0, as: UTF8.self) }
    return words.dropLast().last == "login"
      && (words.first == "machine" || words.dropLast(2).last == "default")
  }

  /// Whether a word has a digit, or is long with a capital within, unlike words of a sentence.
  static func isNoWord(_ word: Bytes) -> Bool {
    word.place(of: .digit) < word.count
      || word.count >= 8 && word.place(of: .upper, from: word.place(of: .lower)) < word.count
  }

  /// Whether a value may be a code that a person types: digits, or letters with a digit.
  static func isCode(_ value: Bytes) -> Bool {
    4...10 ~= value.count && value.end(of: .alphanumeric) == value.count
      && value.place(of: .digit) < value.count
  }

  /// Finds the end of a number that is sent to a person: `482913`, `482-913`, `G-482913`.
  private static func endOfCode(from start: Int, in bytes: Bytes) -> Int? {
    let first = bytes.has("-", at: start + 1) ? start + 2 : start
    var end = bytes.end(of: .digit, from: first)
    if end - first == 3, bytes.has("-", at: end) || bytes.has(" ", at: end) {
      end = bytes.end(of: .digit, from: end + 1)
    }
    let isWhole = end == bytes.count || !bytes[end].isASCIIAlphanumeric
    return isWhole && 4...10 ~= end - first ? end : nil
  }

  /// Finds the number in `482913 is your login code`.
  private static func code(before verb: Int, in bytes: Bytes) -> Range<Int>? {
    guard bytes.slice(verb..<min(verb + 60, bytes.count)).first("code") != nil else { return nil }
    return (max(0, verb - 12)..<verb).first {
      ($0 == 0 || bytes[$0 - 1] <= .space) && endOfCode(from: $0, in: bytes) == verb - 1
    }.map { $0..<verb - 1 }
  }
}

/// Finds secrets in addresses such as webhooks: anyone who knows the address can use it.
extension SecretLook {
  /// Hosts, and the secret's place in a path: the `last` segment; a segment's name (`-`: empty) and
  /// how many segments later; or the start of a segment and `:`, with the secret behind its colon.
  private static let services = """
    hooks.slack.com last, discord.com webhooks 2, discordapp.com webhooks 2, api.telegram.org bot :
    webhook.office.com IncomingWebhook 1, outlook.office.com IncomingWebhook 1, hooks.zapier.com last
    maker.ifttt.com key 1, open.feishu.cn hook 1, open.larksuite.com hook 1
    events.pagerduty.com integration 1, webhook.site - 1, hc-ping.com - 1, api.day.app - 1
    sctapi.ftqq.com - 1, infura.io v3 1, g.alchemy.com v2 1, rpc.ankr.com - 2, quiknode.pro - 1
    hook.eu1.make.com last, hook.eu2.make.com last, hook.us1.make.com last, hook.us2.make.com last
    collection.sumologic.com last, betterstack.com heartbeat 1, loggly.com inputs 1
    api.netlify.com build_hooks 1, api.vercel.com deploy 2, api.cloudflare.com deploy_hooks 1
    webhook.buildkite.com deliver 1, calendar.google.com ical 2, outlook.office365.com calendar 2
    push.apple.com device 1, fcm.googleapis.com send 1
    """.split { ",\n".contains($0) }.map { $0.split(separator: " ").map(String.init) }

  static func secret(ofHost host: Bytes, in segments: [Range<Int>], of bytes: Bytes) -> Range<Int>?
  {
    let service = services.first { service in
      let start = host.count - service[0].utf8.count
      return start >= 0 && (start == 0 || host[start - 1] == .dot)
        && host.slice(start..<host.count).equalsIgnoringASCIICase(lowercased: service[0])
    }
    guard let service else { return nil }
    guard service.count > 2 else { return segments.last { !$0.isEmpty } }
    let name = service[1] == "-" ? "" : service[1]
    if let count = Int(service[2]) {
      let first = segments.firstIndex { bytes.slice($0).equals(name) }
      return first.flatMap { $0 + count < segments.count ? segments[$0 + count] : nil }
    }
    let segment = segments.first { bytes.slice($0).starts(with: name) }
    return segment.flatMap { segment in
      let escape = bytes.slice(segment).first("%3A").map { segment.lowerBound + $0 + 2 }
      return (bytes.first(.colon, in: segment) ?? escape).map { $0 + 1..<segment.upperBound }
    }
  }
}

extension Bytes {
  /// Up to 256 bytes, as many as a word may have, with the rest of the last character.
  func longestWord(from start: Int) -> Bytes {
    var end = Swift.min(start + 256, count)
    while end < count, self[end] & 0xC0 == 0x80 { end += 1 }
    return slice(start..<end)
  }
}
