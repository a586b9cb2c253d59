/// A walk over a text that finds the secrets in it by their names and their looks.
///
/// It takes the text for whatever it may be at once: JSON, JSON in strings of JSON, lines of it, forms,
/// addresses, markup, code. Nothing has to be whole, and what is no secret stays as it is. A text that
/// has tags is walked through twice: see `walkThroughElements()`.
struct SecretScan {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// What is known of the text.
  enum Style {
    /// Anything: quotes and blanks end a value.
    case text
    /// Pairs, and nothing else.
    case form
    /// An address.
    case address
  }

  /// What the walk goes by.
  struct Rules {
    let redaction: Redaction
    /// Values that stay, because the test has named them.
    var spared: Set<[UInt8]> = []
    /// Whether a text may take the place of a number in JSON: in a request, which no client reads.
    var isTextForNumber = false
    /// How deep the text stands in others.
    var depth = 0
  }

  /// What takes the place of a piece of the text.
  struct Edit: Equatable {
    private(set) var range: Range<Int>
    private(set) var text: [UInt8]
    /// Whether the text says what is left of the piece, encoded again.
    let keepsRest: Bool

    /// Takes out what another edit does as well, which begins in the same piece.
    mutating func absorb(_ other: Edit) {
      guard other != self else { return }
      if keepsRest { text = SecretScan.mark }
      range = range.lowerBound..<max(range.upperBound, other.range.upperBound)
    }
  }

  static let mark = Array(Redaction.mark.utf8)

  /// The text.
  let whole: Bytes
  /// The text as far as the walk may look: up to the end of the piece that it goes through.
  private(set) var bytes: Bytes
  let style: Style
  let rules: Rules
  /// The secrets that were found, and those that a user keeps.
  var pool = SecretPool()
  private var edits: [Edit] = []
  private var judgements: [UInt64: SecretName] = [:]

  /// The place of the walk.
  var position = 0
  /// Where the word begins that may be the name of a pair.
  private var wordStart = 0
  /// The objects and lists around the place.
  private var containers: [Container] = []
  /// Where the strings end that the place is in.
  private var strings: [Int] = []
  /// Where the last value ends; in `a=b=c` a value is part of the one before.
  var valueEnd = 0
  /// Up to where values were looked through for what is encoded in them.
  ///
  /// Each by itself would take a square of the length, and a power of it where values hold others.
  var encodedEnd = 0
  /// Whether the text is about a login, once somebody has asked.
  var isLogin: Bool?
  /// Whether the piece is a tag, in which a backslash means nothing.
  private(set) var isInTag = false
  /// What is known of the string that has no end.
  var unclosed: (layers: Int, range: Range<Int>) = (0, 0..<0)
  /// Up to where no web token begins, since none did before.
  private var tokenlessEnd = 0
  /// The segment of an address before the one the place is in, and where that one begins.
  private var lastSegment: Range<Int>?
  private var segmentStart: Int?
  /// The name that the next object or list stands under.
  private var pending: (name: Range<Int>, kind: SecretName.Kind)?

  private struct Container {
    let name: Range<Int>?
    let kind: SecretName.Kind
    let isList: Bool
    /// What the member `name` says of the member `value`.
    var label = SecretName.Kind.plain
    /// How many strings it stands in.
    let level: Int

    init(name: Range<Int>?, kind: SecretName.Kind, isList: Bool, level: Int) {
      (self.name, self.kind, self.isList, self.level) = (name, kind, isList, level)
    }
  }

  init(_ bytes: Bytes, as style: Style, by rules: Rules) {
    (whole, self.bytes) = (bytes, bytes)
    self.style = style
    self.rules = rules
  }

  /// The text without its secrets; nil if it has none.
  mutating func redacted() -> [UInt8]? {
    walk()
    if style == .text { walkThroughElements() }
    guard !edits.isEmpty else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(whole.count)
    var copied = 0
    for edit in separateEdits {
      result.append(contentsOf: whole[copied..<edit.range.lowerBound])
      result.append(contentsOf: edit.text)
      copied = edit.range.upperBound
    }
    result.append(contentsOf: whole[copied...])
    return result
  }

  /// The edits in the order of their places.
  ///
  /// What overlaps is taken out as one, so that no part of either stays behind.
  private var separateEdits: [Edit] {
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    var result: [Edit] = []
    for (_, edit) in ordered {
      if let last = result.last, edit == last || edit.range.lowerBound < last.range.upperBound {
        result[result.count - 1].absorb(edit)
      } else {
        result.append(edit)
      }
    }
    return result
  }
}

/// The walk.
extension SecretScan {
  /// Whether a piece is JSON, in which a tag is part of a string.
  func isJSON(_ piece: Range<Int>) -> Bool {
    var parser = JSONParser(bytes: Bytes(rebasing: whole[piece]), isLenient: true)
    return (try? parser.parse()) != nil
  }

  /// What a byte may begin or end.
  private enum Role: UInt8 {
    case plain
    case delimiter
    case quote
    case equals
    case colon
    case opening
    case closing
    case markup
    case slash
    case dash
  }

  private static let roles: [Role] = (0...255).map { byte -> Role in
    switch UInt8(byte) {
    case UInt8(ascii: "\""): .quote
    case .equals: .equals
    case .colon: .colon
    case UInt8(ascii: "{"), .openBracket: .opening
    case UInt8(ascii: "}"), .closeBracket: .closing
    case UInt8(ascii: "<"): .markup
    case .slash: .slash
    case UInt8(ascii: "-"): .dash
    case 0...0x20, .questionMark, .ampersand, .numberSign, UInt8(ascii: ";"), UInt8(ascii: "'"),
      UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "`"):
      .delimiter
    default: .plain
    }
  }

  /// Walks through a piece of the text as if what stands before it said nothing of it, and nothing
  /// stood behind it.
  mutating func walk(through piece: Range<Int>, isTag: Bool) {
    lookAt(upTo: piece.upperBound)
    isInTag = isTag
    goOn(at: piece.lowerBound)
    (containers, strings, pending) = ([], [], nil)
    (valueEnd, encodedEnd, tokenlessEnd) = (0, 0, 0)
    unclosed = (0, 0..<0)
    walk()
    lookAt(upTo: whole.count)
    isInTag = false
  }

  private mutating func lookAt(upTo end: Int) { bytes = Bytes(rebasing: whole[..<end]) }

  private mutating func walk() {
    let roles = Self.roles
    let looks = rules.redaction.knowsLooks
    let beginnings = Self.beginnings
    while position < bytes.count {
      let byte = bytes[position]
      switch roles[Int(byte)] {
      case .plain:
        if looks, beginnings[Int(byte)], isAtBeginning, takeLook() { continue }
        position += 1
      case .delimiter:
        if style == .address { endSegment(at: position) }
        position += 1
        if byte == UInt8(ascii: ",") { takeNumbersOfList() }
        // In a form and in an address other bytes are part of the name.
        if style == .text || byte == .ampersand || byte == .questionMark || byte == .numberSign
          || byte == UInt8(ascii: ";")
        {
          wordStart = position
        }
      case .quote: takeQuote()
      case .equals: takeEquals()
      case .colon: takeColon()
      case .opening: takeOpening()
      case .closing: takeClosing()
      case .markup: takeMarkup()
      case .slash:
        if style == .address { endSegment(at: position) }
        position += 1
        wordStart = position
        if style == .address { segmentStart = position }
      case .dash:
        if looks, let end = SecretLook.endOfPEM(bytes, from: position) {
          hide(position..<min(end, endOfString(around: position)))
        } else {
          position += 1
        }
      }
    }
    if style == .address { endSegment(at: bytes.count) }
  }

  private static let beginnings: [Bool] = (0...255).map {
    SecretLook.beginnings.contains(UInt8($0))
  }

  /// Whether no letter or digit stands before, but as part of an escape.
  private var isAtBeginning: Bool {
    guard position > 0 else { return true }
    let before = bytes[position - 1]
    guard before.isASCIIAlphanumeric || before == UInt8(ascii: "_") else { return true }
    if position >= 2, bytes[position - 2] == UInt8(ascii: "\\") { return true }
    return position >= 3 && bytes[position - 3] == .percent
  }

  private mutating func takeLook() -> Bool {
    if let end = SecretLook.end(of: bytes, from: position, tokenlessEnd: &tokenlessEnd) {
      hide(position..<end)
      return true
    }
    if let range = SecretLook.credential(bytes, from: position) {
      if bytes[position] | 0x20 == UInt8(ascii: "b"), bytes[position + 1] | 0x20 == 0x61,
        let pair = Base64.decode(bytes[range])
      {
        pool.add(userAndPassword: pair)
      }
      hide(range)
      return true
    }
    return false
  }
}

/// What is found.
extension SecretScan {
  /// Whether a value is a secret under a name that says so much.
  func isSecret(_ value: Bytes, as kind: SecretName.Kind) -> Bool {
    switch kind {
    case .kept, .plain: false
    case .hinted: SecretLook.isRandom(value)
    case .secret, .whole: !SecretLook.isTrivial(value)
    case .named: true
    }
  }

  func slice(_ range: Range<Int>) -> Bytes { Bytes(rebasing: bytes[range]) }

  /// Takes a secret out, and goes on behind it.
  mutating func hide(_ range: Range<Int>, as text: [UInt8] = mark, layers: Int = 0) {
    let value = DecodedText.json(slice(range), layers: layers)
    add(value)
    if !rules.spared.contains(value) { edit(range, text) }
    move(to: range.upperBound)
  }

  /// Puts another text in the place of a piece of this one.
  mutating func edit(_ range: Range<Int>, _ text: [UInt8], keepsRest: Bool = false) {
    edits.append(Edit(range: range, text: text, keepsRest: keepsRest))
  }

  /// Goes on behind what was taken out, which has at least the place of its beginning.
  mutating func move(to place: Int) { goOn(at: max(place, position)) }

  /// Goes on at a place, which may lie before that of the walk, with a new word.
  mutating func goOn(at place: Int) {
    position = place
    wordStart = place
  }

  /// Notes a secret, as it reads decoded.
  mutating func add(_ value: [UInt8]) {
    pool.add(value)
    // What a form holds may be a credential as a header has it.
    if let space = value.firstIndex(of: .space), space <= 6 { pool.add(value[(space + 1)...]) }
  }

  mutating func keep(_ value: some Collection<UInt8>) { pool.keep(value) }

  /// Takes the secrets over that were found in a text within this one.
  mutating func adopt(_ other: SecretPool) { pool.formUnion(other) }

  /// What a name says, unless it is none but by chance.
  mutating func judge(
    _ name: Bytes, in place: Redaction.Place, under parent: Bytes? = nil
  ) -> SecretName {
    let judgement = judgement(of: name, in: place, under: parent)
    let isKnown = judgement.kind > .plain && judgement.kind != .named
    return isKnown && isAmongNoText ? SecretName(.plain) : judgement
  }

  /// Whether the bytes around the place are no text, as in an image.
  ///
  /// Among so many bytes some stand for a short name, and what follows must not be lost.
  private var isAmongNoText: Bool {
    var count = 0
    for index in max(0, position - 64)..<min(bytes.count, position + 64) {
      let byte = bytes[index]
      if byte < 0x20 && !(9...13 ~= byte) || byte == 0x7F { count += 1 }
    }
    return count > 1
  }

  /// Nearly all names of a text come again and again.
  private mutating func judgement(
    of name: Bytes, in place: Redaction.Place, under parent: Bytes?
  ) -> SecretName {
    var key = Self.hash(name, from: place == .pair ? 1 : 2)
    // More of it says nothing.
    let parent = parent.map { Bytes(rebasing: $0.suffix(60)) }
    if let parent { key = Self.hash(parent, from: key) }
    if let known = judgements[key] { return known }
    let judgement = rules.redaction.judge(name, in: place, under: parent)
    if judgements.count < 10_000 { judgements[key] = judgement }
    return judgement
  }

  private static func hash(_ bytes: Bytes, from start: UInt64) -> UInt64 {
    var hash = 0xCBF2_9CE4_8422_2325 &+ start &* 0x9E37_79B9_7F4A_7C15
    var place = 0
    while place < bytes.count {
      hash = (hash ^ UInt64(bytes[place])) &* 0x100_0000_01B3
      place += 1
    }
    return hash ^ UInt64(bytes.count) << 56
  }
}

/// Objects and lists.
extension SecretScan {
  /// What the place stands in says of it.
  var surroundingKind: SecretName.Kind { containers.last?.kind ?? .plain }

  /// What the object that the place is in says of its value.
  var surroundingLabel: SecretName.Kind { containers.last?.label ?? .plain }

  /// Notes what the object that the place is in says of its value.
  mutating func labelContainer(_ kind: SecretName.Kind) {
    guard kind > .plain, !containers.isEmpty else { return }
    containers[containers.count - 1].label = kind
  }

  var isInList: Bool { containers.last?.isList ?? false }

  /// The name of what the place stands in.
  var surroundingName: Range<Int>? { containers.last?.name }

  mutating func leaveStrings() {
    while let last = strings.last, position >= last { strings.removeLast() }
    while let last = containers.last, last.level > strings.count { containers.removeLast() }
  }

  /// Where the innermost string ends that a place is in; the end of all where it is in none.
  func endOfString(around place: Int) -> Int {
    strings.last { $0 > place } ?? bytes.count
  }

  /// Whether a string that the place is in ends there.
  func endsString(at place: Int) -> Bool { strings.contains(place) }

  /// Notes that the place is in a string that ends there.
  mutating func enterString(endingAt end: Int) {
    leaveStrings()
    if strings.count < 8 { strings.append(end) }
  }

  /// Notes what the object or list that begins here stands under.
  mutating func expectContainer(named name: Range<Int>, _ kind: SecretName.Kind) {
    pending = (name, kind)
  }

  private mutating func takeOpening() {
    defer { position += 1 }
    leaveStrings()
    guard style == .text else { return }
    if bytes[position] == UInt8(ascii: "{") { wordStart = position + 1 }
    // What is nested deeper is taken for part of what it stands in.
    guard containers.count < 200 else { return }
    var kind = surroundingKind
    var name = surroundingName
    if let pending {
      (name, kind) = (pending.name, max(kind, pending.kind))
      self.pending = nil
    }
    // A session is a text; where it is an object, only some of it is secret.
    if kind == .secret, bytes[position] != .openBracket { kind = .hinted }
    containers.append(
      Container(
        name: name, kind: kind, isList: bytes[position] == .openBracket, level: strings.count))
    if isInList {
      position += 1
      takeNumbersOfList()
      position -= 1
    }
  }

  /// A number that is the next element of a list.
  private mutating func takeNumbersOfList() {
    guard isInList, surroundingKind >= .secret else { return }
    leaveStrings()
    let layers = strings.count
    let start = endOfBlanks(from: position, layers: layers)
    guard start < bytes.count, 0x30...0x39 ~= bytes[start] || bytes[start] == 0x2D else { return }
    let last = position
    hideNumber(start..<endOfScalar(from: start), layers: layers)
    // The walk goes on with the number, which may be no number to its end.
    goOn(at: last)
  }

  private mutating func takeClosing() {
    defer { position += 1 }
    leaveStrings()
    guard style == .text else { return }
    if bytes[position] == UInt8(ascii: "}") { wordStart = position + 1 }
    if containers.last?.level == strings.count { containers.removeLast() }
  }
}

/// Names of pairs, and segments of addresses.
extension SecretScan {
  /// The bytes since the last that ends a word.
  var word: Range<Int> { min(wordStart, position)..<position }

  mutating func beginWord() { wordStart = position }

  /// What stands in an address behind the name of a secret, and looks like one, is one.
  private mutating func endSegment(at end: Int) {
    guard let start = segmentStart, start <= end else { return }
    segmentStart = nil
    let segment = start..<end
    defer { lastSegment = segment }
    guard rules.redaction.knowsLooks, let before = lastSegment,
      SecretLook.isRandom(slice(segment)), judge(slice(before), in: .field).kind >= .hinted
    else { return }
    add(DecodedText.percent(slice(segment)))
    if !rules.spared.contains(Array(slice(segment))) { edit(segment, Self.mark) }
  }
}
