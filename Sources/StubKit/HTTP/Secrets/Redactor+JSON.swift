extension Redactor {
  /// How the names around a value judge the value, and all values within it.
  private struct Level {
    var kind: Kind
    var role = SecretName.Role.plain
    var isCount = false
    var hidesNumbers = false
    var hidesObjects = false
    /// Whether this is an object under a secret's name, of which only some members are secret.
    var isOpened = false

    var isPlain: Bool { kind == .plain && role == .plain && !isOpened }
  }

  /// - Returns: Where to look for the next value, and how far this one was read.
  mutating func json(
    from start: Int, as kind: Kind, of name: SecretName? = nil, into text: inout Rewriting
  ) -> (rest: Int, read: Int) {
    let bytes = text.bytes
    var walk = JSONWalk(bytes, from: start)
    var levels: [Level] = []
    var outside = Level(kind: kind)
    if let name {
      let isNamed = kind == .named
      outside.hidesObjects = isNamed || name.hidesObjects
      outside.hidesNumbers = isNamed || name.hidesNumbers && !name.isCount
    }
    var named: Level?
    lazy var isLogin = Self.ofLogin.contains { bytes.first(Array("\"\($0)\"".utf8)) != nil }
    while let token = next(
      of: &walk, from: levels.count, isPlain: named == nil && (levels.last ?? outside).isPlain)
    {
      // A container whose beginning was skipped has a plain level.
      let depth = walk.depth - (token == .open ? 1 : 0)
      while levels.count < depth { levels.append(Level(kind: .plain)) }
      let current = named ?? (walk.name == nil ? levels.last ?? outside : Level(kind: .plain))
      named = nil
      switch token {
      case .name:
        var (level, isCode) = level(in: levels.last ?? outside, walk, of: bytes)
        if isCode, level.kind == .hinted, isLogin {
          (level.kind, level.hidesNumbers) = (.secret, true)
        }
        named = level
      case .open:
        var level = current
        if walk.isObject() { enterObject(&level, walk, in: levels.last) }
        levels.append(level)
      case .close: levels.removeLast()
      case .string: string(in: current, walk, into: &text)
      case .scalar: scalar(walk.content, in: current, into: &text)
      }
    }
    return (walk.isComplete ? walk.position : max(walk.rest, start + 1), walk.position)
  }

  private func next(of walk: inout JSONWalk, from depth: Int, isPlain: Bool) -> JSONWalk.Token? {
    guard isPlain, redaction.keptPaths.isEmpty else { return walk.next() }
    return walk.next(
      notAmong: dullNames.hashes, words: words, anyName: hasNames, from: depth)
  }

  private func enterObject(_ level: inout Level, _ walk: JSONWalk, in around: Level?) {
    // Of an object under a name such as `session`, only some members are secret.
    if .secret..<(.named) ~= level.kind, !level.hidesObjects {
      (level.kind, level.isOpened) = (.hinted, true)
    }
    if walk.name != nil, around?.role == .schema, level.kind < .named { level.kind = .plain }
    if walk.depth > 1, !walk.isObject(around: 1) { level.role = .plain }
  }

  private mutating func level(
    in around: Level, _ walk: JSONWalk, of bytes: Bytes
  ) -> (level: Level, isCode: Bool) {
    let outer = around.kind
    var level = Level(kind: outer)
    if outer >= .secret {
      (level.hidesNumbers, level.hidesObjects) = (around.hidesNumbers, around.hidesObjects)
    }
    guard !walk.content.isEmpty else { return (level, false) }
    let own = bytes.slice(walk.content).undone(by: TextCoding.withoutJSON) {
      judge($0, in: .field, under: walk.name(at: walk.depth).map(bytes.slice))
    }
    if own.kind == .plain, own.role == .plain {
      dullNames.insert(walk.nameHash, isNaming: own.isNaming, isValue: own.isValue)
    }
    if !isRequest { level.role = own.role }
    let label = own.isValue ? label(of: walk, in: bytes) : nil
    if own.kind == .kept || outer == .kept && own.kind != .named {
      level.kind = .kept
    } else if own.kind < .named, around.role == .about {
      level.kind = min(own.kind, .hinted)
    } else if own.kind <= .hinted, outer > .plain,
      own.isHarmless
        || outer == .hinted && (own.isOfPublicKey || own.isIdentity && own.kind == .plain)
    {
      level.kind = .plain
    } else {
      level.kind = max(own.kind, outer, label?.kind ?? .plain)
      if own.isBare, around.isOpened {
        (level.kind, level.hidesNumbers) = (max(level.kind, .secret), around.hidesNumbers)
      }
    }
    let isNamed = level.kind == .named
    for name in [own, label ?? own] where name.kind >= .secret {
      level.hidesObjects = level.hidesObjects || name.hidesObjects
      level.hidesNumbers = level.hidesNumbers || name.hidesNumbers
    }
    level.hidesObjects = isNamed || level.hidesObjects
    (level.hidesNumbers, level.isCount) = (
      isNamed || level.hidesNumbers && !own.isCount, own.isCount
    )
    if !redaction.keptPaths.isEmpty, isKept(walk, of: bytes) {
      (level.kind, level.hidesNumbers) = (.kept, false)
    }
    return (level, own.isCode)
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
        bytes.slice($0).undone(by: TextCoding.withoutJSON) { $0.text.lowercased() }
      })
  }

  private mutating func label(of walk: JSONWalk, in bytes: Bytes) -> SecretName? {
    walk.labels.map { content in
      bytes.slice(content).undone(by: TextCoding.withoutJSON) { judge(label: $0) }
    }.max { $0.kind < $1.kind }
  }

  /// Judges a value by a text that labels it; a sentence is no label.
  mutating func judge(label: Bytes) -> SecretName {
    let isName = label.count <= 40 && label.split(separator: .space).count < 4
    return judge(isName ? label : label.slice(0..<0), in: .field)
  }

  private mutating func string(in level: Level, _ walk: JSONWalk, into text: inout Rewriting) {
    let bytes = text.bytes
    let name = walk.name.map(bytes.slice)
    let clean = bytes.slice(walk.content).undone(by: TextCoding.withoutJSON) {
      // Digits in quotes are a text, except under a count's name: `"max_tokens": "4096"`.
      value(
        $0, as: level.kind, of: name, hidesNumbers: level.hidesNumbers, isQuoted: !level.isCount)
    }
    if let clean {
      text.replace(walk.content, with: TextCoding.json(clean))
    } else if let name, judge(name, in: .field).isNaming {
      walk.noteLabel()
    }
  }

  private mutating func scalar(
    _ range: Range<Int>, in level: Level, into text: inout Rewriting
  ) {
    let value = text.bytes.slice(range)
    guard value[0].isDigit || value[0] == UInt8(ascii: "-") else {
      if level.kind == .named, value[0] == UInt8(ascii: "t") {
        text.replace(range, with: Array("false".utf8))
      }
      return
    }
    if level.kind == .kept { pool.keep(value) }
    // Responses number many things from one on, so their short numbers are no secrets.
    let isSecret =
      level.kind >= .secret && level.hidesNumbers
      && (isRequest || value.count > 2 || level.kind == .named)
      || level.kind == .hinted && SecretLook.isRandom(value)
    if isSecret { text.replace(range, with: replacement(ofNumber: value)) }
  }
}
