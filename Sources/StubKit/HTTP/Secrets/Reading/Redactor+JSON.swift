import CStubKit

extension Redactor {
  /// Redacts the value that begins at a place, as far as it is valid.
  ///
  /// - Returns: Where to look for the next value, and how far this one was read.
  mutating func json(
    from start: Int, as outside: SecretName = .plain, into text: inout Rewriting
  ) -> (rest: Int, read: Int) {
    let bytes = text.bytes
    var walk = JSONWalk(bytes, from: start)
    // For each open container, what the names around it say about the values in it.
    var levels: [SecretName] = []
    var named: SecretName?
    // Of several values in a text, only the one being read is searched for the names below.
    lazy var whole = Self.value(from: start, in: bytes)
    lazy var isLogin = Self.ofLogin.contains { whole.first(Array("\"\($0)\"".utf8)) != nil }
    lazy var isKey = whole.first("\"kty\"") != nil
    lazy var isRecovery = whole.first("\"stateToken\"") != nil
    while let token = next(
      of: &walk, from: levels.count, isPlain: named == nil && (levels.last ?? outside).isDull)
    {
      // A container whose beginning was skipped has a plain level.
      let depth = walk.depth - (token == .open ? 1 : 0)
      while levels.count < depth { levels.append(.plain) }
      let current = named ?? (walk.name == nil ? levels.last ?? outside : .plain)
      named = nil
      switch token {
      case .name:
        var level = level(in: levels.last ?? outside, walk, of: bytes)
        if level.has(.code), level.kind == .hinted, isLogin {
          level.add(SecretName(.secret, .scalar))
        } else if level.has(.ofPrivateKey), isKey {
          level.add(SecretName(.hinted))
        } else if level.kind == .hinted, bytes.slice(walk.content).equals("answer"), isRecovery {
          level.add(SecretName(.phrase))
        }
        named = level
      case .open:
        var level = current
        if walk.isObject() { enterObject(&level, walk, in: levels.last) }
        levels.append(level)
      case .close: levels.removeLast()
      case .string:
        string(in: current, walk, into: &text)
        if walk.isFirstOfPair, current.kind == .plain {
          // The first of two texts names the other one, but may also just be a word.
          let label = bytes.slice(walk.content).undone(by: .json) { judge(label: $0) }
          if label.kind >= .hinted { named = SecretName(min(label.kind, .hinted)) }
        }
      case .scalar: scalar(walk.content, in: current, into: &text)
      }
    }
    return (walk.isComplete ? walk.position : max(walk.rest, start + 1), walk.position)
  }

  private static func value(from start: Int, in bytes: Bytes) -> Bytes {
    var walk = JSONWalk(bytes, from: start)
    while walk.next() != nil {}
    return bytes.slice(start..<walk.position)
  }

  private func next(of walk: inout JSONWalk, from depth: Int, isPlain: Bool) -> JSONWalk.Token? {
    guard isPlain, redaction.keptPaths.isEmpty else { return walk.next() }
    return walk.next(notAmong: dullNames, words: words, anyName: hasNames, from: depth)
  }

  private func enterObject(_ level: inout SecretName, _ walk: JSONWalk, in around: SecretName?) {
    // Of an object under a name such as `session`, only some members are secret.
    if .secret..<(.named) ~= level.kind, !level.hidesObjects {
      level.kind = .hinted
      level.meaning.insert(.opened)
    }
    if walk.name != nil, around?.has(.schema) ?? false, level.kind < .named { level.kind = .plain }
    if walk.depth > 1, !walk.isObject(around: 1) { level.meaning.subtract(.describing) }
  }

  private mutating func level(
    in around: SecretName, _ walk: JSONWalk, of bytes: Bytes
  ) -> SecretName {
    let outer = around.kind
    var level = SecretName(outer)
    if outer >= .secret { level.add(around) }
    guard !walk.content.isEmpty else { return level }
    let own = bytes.slice(walk.content).undone(by: .json) {
      judge($0, in: .field, under: walk.name(at: walk.depth).map(bytes.slice))
    }
    if own.isDull {
      let flags =
        (own.has(.naming) ? stubkit_name_names : 0) | (own.has(.value) ? stubkit_name_is_value : 0)
      let place = Int(truncatingIfNeeded: walk.nameHash >> 2) & (dullNames.count - 1)
      dullNames[place] = walk.nameHash & ~UInt64(stubkit_name_flags) | UInt64(flags)
    }
    level.meaning.formUnion(own.meaning.intersection(.ofNameAlone))
    if !isRequest { level.meaning.formUnion(own.meaning.intersection(.describing)) }
    level.add(own)
    if own.has(.value), let label = label(of: walk, in: bytes) { level.add(label) }
    if own.kind == .kept || outer == .kept && own.kind != .named {
      level.kind = .kept
    } else if own.kind < .named, around.has(.about) {
      level.kind = min(own.kind, .hinted)
    } else if own.kind <= .hinted, outer > .plain,
      own.has(.circumstance)
        || outer == .hinted && (own.has(.ofPublicKey) || own.has(.identity) && own.kind == .plain)
    {
      level.kind = .plain
    } else if own.has(.bare), around.has(.opened) {
      level.add(SecretName(.secret, around.meaning))
    }
    if !redaction.keptPaths.isEmpty, isKept(walk, of: bytes) { level.kind = .kept }
    return level
  }

  private func isKept(_ walk: JSONWalk, of bytes: Bytes) -> Bool {
    var names: [Range<Int>] = []
    // A container in a list has the list's name, which counts once.
    for name in (1...walk.depth).compactMap(walk.name(at:)) + [walk.content]
    where names.last != name {
      names.append(name)
    }
    return redaction.keeps(
      names.map {
        bytes.slice($0).undone(by: .json) { $0.text.lowercased() }
      })
  }

  private mutating func label(of walk: JSONWalk, in bytes: Bytes) -> SecretName? {
    walk.labels.map { content in
      bytes.slice(content).undone(by: .json) { judge(label: $0) }
    }.max { $0.kind < $1.kind }
  }

  /// Judges a value by a text that labels it; a sentence is no label.
  mutating func judge(label: Bytes) -> SecretName {
    let isName = label.count <= 40 && label.split(separator: .space).count < 4
    return judge(isName ? label : label.slice(0..<0), in: .field)
  }

  private mutating func string(in level: SecretName, _ walk: JSONWalk, into text: inout Rewriting) {
    let bytes = text.bytes
    let name = walk.name.map(bytes.slice)
    let isSecret = value(
      at: walk.content, of: &text, in: .json, as: level, of: name, isQuoted: true)
    let naming = name ?? walk.name(at: walk.depth).map(bytes.slice)
    if !isSecret, let naming, judge(naming, in: .field).has(.naming) { walk.noteLabel() }
  }

  private mutating func scalar(
    _ range: Range<Int>, in level: SecretName, into text: inout Rewriting
  ) {
    let value = text.bytes.slice(range)
    guard value[0].isDigit || value[0] == UInt8(ascii: "-") else {
      if level.kind == .named, value[0] == UInt8(ascii: "t") {
        text.replace(range, with: Array("false".utf8))
      }
      return
    }
    // Many things are counted from one, so a number of two digits is no secret.
    let isSecret =
      level.kind >= .secret && level.hidesNumbers && (value.count > 2 || level.kind == .named)
      || level.kind <= .hinted && self.isSecret(value, as: level, of: nil)
    if isSecret { text.replace(range, with: replacement(ofNumber: value)) }
  }
}
