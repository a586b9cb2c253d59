/// The names that replace a document's secrets: each secret has one name, wherever it occurs.
///
/// A name has the shape of its secret, so that an app can still decode it.
package final class SecretNames {
  package private(set) var given: [[UInt8]] = []
  private var next = 1
  /// The name of each secret, by its value without escapes.
  package private(set) var names: [[UInt8]: [UInt8]]
  /// The texts that no new name may equal, and whether each has been given as a name.
  private var taken: [[UInt8]: Bool]
  private let former: Set<[UInt8]>
  private let known: [[UInt8]: [UInt8]]
  /// Texts that a client has composed of secrets, such as `key=<token>`, and the secrets in each.
  private var composed: [[UInt8]: [SecretFinder.Match]] = [:]
  /// Prevents endless recursion: a secret's form may be a part of it, such as `4915…` of `+4915…`.
  private var beingNamed: Set<[UInt8]> = []
  /// The secrets of the document: none of them stays as a label in a composed name.
  private var secrets: Set<[UInt8]> = []

  package var texts: [String] { given.map { String(decoding: $0, as: UTF8.self) } }

  /// Whether all secrets have one name: the mark, as in a report.
  let isMark: Bool

  package init(
    after former: [[UInt8]] = [], knowing names: [[UInt8]: [UInt8]] = [:], isMark: Bool = false
  ) {
    (self.former, known, self.names, taken, self.isMark) = (Set(former), names, names, [:], isMark)
    begin()
  }

  private func begin() {
    (given, next, names) = ([], 1, known.filter { composed[$0.key] == nil })
    taken = taken.filter { !$0.value }
    for name in former.union(known.values) { taken[name] = false }
  }

  /// Notes which secrets are composed of others: their names will consist of their parts' names.
  ///
  /// Returns whether there are such secrets; if so, all names have to be given anew.
  func compose(_ secrets: [[UInt8]], by finder: SecretFinder) -> Bool {
    self.secrets = Set(secrets)
    for secret in self.secrets.union(names.keys) {
      for text in [secret, Base64.decode(secret) ?? []] {
        let parts = finder.parts(of: text)
        if !parts.isEmpty, SecretShape(of: text).isFree { composed[text] = parts }
      }
    }
    if !composed.isEmpty { begin() }
    return !composed.isEmpty
  }

  private static let escapes: ByteSet = "%\\&"

  func name(of secret: some Collection<UInt8>, isNumber: Bool = false) -> [UInt8] {
    if isMark { return Redactor.mark }
    let written = Array(secret)
    // A secret has one name, however it is escaped.
    var plain = SecretPool.trimmed(UndoneText.of(written))
    if contains(plain) { return give(plain) }
    if let parts = composed[plain], beingNamed.insert(plain).inserted {
      defer { beingNamed.remove(plain) }
      let text = Self.escaped(name(of: plain, composedOf: parts), as: written, of: plain)
      taken[text] = true
      return text
    }
    if !composed.isEmpty, Base64.decode(plain).map({ composed[$0] != nil }) ?? false {
      let text = plain.withUnsafeBufferPointer { Base64.rewritten($0) { name(of: $0) } } ?? plain
      taken[text] = true
      return text
    }
    var shape = SecretShape(of: written.contains(where: Self.escapes.contains) ? plain : written)
    if shape.ignoresCase { plain = plain.withUnsafeBufferPointer(\.lowercased) }
    // Fewer than four digits could be any number: a name only where a number is required.
    if isNumber, !shape.isNumber {
      shape = SecretShape(like: plain.filter(\.isDigit))
    } else if !isNumber, shape.isNumber, plain.count < 4 {
      shape = .other
    }
    if let name = names[plain], !isNumber || SecretShape(of: name).isNumber { return give(name) }
    return give(shape, to: plain)
  }

  private func name(of secret: [UInt8], composedOf parts: [SecretFinder.Match]) -> [UInt8] {
    var (text, place) = ([UInt8](), 0)
    for part in parts {
      text += rest(secret[place..<part.range.lowerBound], isFirst: place == 0)
      text += name(of: part, written: secret[part.range])
      place = part.range.upperBound
    }
    text += rest(secret[place...], isFirst: false)
    taken[text] = true
    return text
  }

  /// Names the rest of a secret beside its parts, except a scheme, a version or a user before them.
  private func rest(_ text: ArraySlice<UInt8>, isFirst: Bool) -> [UInt8] {
    func isText(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte >= 0x80 }
    guard let start = text.firstIndex(where: isText), let end = text.lastIndex(where: isText)
    else { return Array(text) }
    let own = text[start...end]
    let isLabel =
      isFirst && own.count <= (own.contains(where: \.isDigit) ? 3 : 24)
      && !secrets.contains(Array(own))
    return isLabel ? Array(text) : text[..<start] + name(of: own) + text[(end + 1)...]
  }

  /// The name of a secret that was found in a text, encoded as the text has the secret.
  func name(of match: SecretFinder.Match, written: some Collection<UInt8>) -> [UInt8] {
    let secret = match.secret.elementsEqual(written) ? match.secret : UndoneText.of(match.secret)
    let name = name(of: secret)
    if match.isEncoded, !isMark {
      return Array(written).withUnsafeBufferPointer { Base64.rewritten($0) { _ in name } } ?? name
    }
    // A number or UUID that is written without its separators has a name without separators.
    if written.count < match.secret.count, written.count == SecretShape.bare(match.secret)?.count {
      return name.filter(\.isASCIIAlphanumeric)
    }
    return Self.escaped(name, as: written, of: secret)
  }

  /// Escapes a name in the way in which its secret was written.
  private static func escaped(
    _ name: [UInt8], as written: some Collection<UInt8>, of secret: [UInt8]
  ) -> [UInt8] {
    let coding = codings.first { sign, coding in
      guard written.contains(sign) else { return false }
      let undone = Array(written).withUnsafeBufferPointer(coding.undone)
      // `secret` may lack backslashes of its own, which were taken for escapes of JSON.
      let mayBeOther = sign == 0x5C ? !written.elementsEqual(secret) : !secret.contains(sign)
      return undone == secret || undone != nil && mayBeOther
    }?.1
    return coding?.written(name) ?? name
  }

  private static let codings: [(UInt8, TextCoding)] = [
    (.plus, .form), (.percent, .percent), (0x5C, .json),
  ]

  /// Whether a text is a name already; if so, it counts as given.
  func reuse(_ text: [UInt8]) -> Bool {
    guard contains(text) else { return false }
    _ = give(text)
    return true
  }

  package func contains(_ name: [UInt8]) -> Bool {
    isMark ? name == Redactor.mark : taken[name] == true || former.contains(name)
  }

  private func give(_ shape: SecretShape, to secret: [UInt8]) -> [UInt8] {
    var name = shape.name(next)
    while taken[name] != nil {
      next += 1
      name = shape.name(next)
    }
    next += 1
    names[secret] = name
    return give(name)
  }

  private func give(_ name: [UInt8]) -> [UInt8] {
    if taken.updateValue(true, forKey: name) != true { given.append(name) }
    return name
  }

  private static let beginnings =
    (["REDACTED", "redacted-", "e30.e30.", "0000000"] + (0...9).map { "20\($0)" })
    .reduce(into: Beginnings()) { $0.insert($1.utf8) }
  /// The bytes of names; the second set also has those of times and mail addresses.
  private static let inNames: [ByteSet] = [.alphanumeric + "-.=", .alphanumeric + "-.=:@"]

  func avoid(_ text: Bytes) {
    var place = text.place(of: Self.beginnings, from: 0, isName: true)
    while place < text.count {
      // A number looks like a name if it is a one, then zeros, then at most four digits.
      let isNumber = text[place] == UInt8(ascii: "1")
      var end = isNumber ? text.end(of: .digit, from: place) : place + 1
      if isNumber, text.end(of: "0", from: place + 1) >= end - 4 { note(text[place..<end]) }
      for set in isNumber ? [] : Self.inNames {
        var last = text.end(of: set, from: place)
        // A dot at the end belongs to a sentence.
        while last > place, text[last - 1] == .dot { last -= 1 }
        note(text[place..<last])
        end = max(end, last)
      }
      place = text.place(of: Self.beginnings, from: end, isName: true)
    }
  }

  private func note(_ name: Slice<Bytes>) {
    let name = Array(name)
    if taken[name] == nil { taken[name] = false }
  }
}
