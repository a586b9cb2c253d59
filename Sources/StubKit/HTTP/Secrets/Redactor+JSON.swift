extension Redactor {
  /// What the names around a value say of the value, and of all values within it.
  private struct Level {
    var kind: Kind
    /// The value's name as a member, or the name of the list that the value stands in.
    var name: Range<Int>?
    var meanings: Set<SecretName.Meaning> = []
    /// Whether a number is as secret here as a text.
    var hidesNumbers = false
    /// Whether an object here is secret as a whole.
    var hidesObjects = false
    /// Whether this is an object under a secret's name, of which only some members are secret.
    var isOpened = false
    var isList = false
    /// The first and the last string in an object that label its member `value`.
    var labels: (first: Range<Int>, last: Range<Int>)?
  }

  /// Redacts the value that begins at a place, as far as it is valid.
  ///
  /// - Returns: Where to go on (at the end of the value, if it is valid), and how far it was read.
  mutating func json(
    from start: Int, as kind: Kind, into text: inout Rewriting
  ) -> (rest: Int, read: Int) {
    var walk = JSONWalk(text.bytes, from: start)
    var levels = [Level(kind: kind)]
    // What the last name says of its value.
    var member: Level?
    while let token = walk.next() {
      let (last, named) = (levels.count - 1, member)
      member = nil
      switch token {
      case .name: member = level(of: walk.content, in: levels, of: text.bytes)
      case .object: levels.append(object(named ?? levels[last], named != nil, in: levels[last]))
      case .list:
        var list = named ?? levels[last]
        list.isList = true
        levels.append(list)
      case .close: levels.removeLast()
      case .string:
        let isSecret = value(
          at: walk.content, of: &text, in: .json, as: (named ?? levels[last]).kind,
          named: named?.name.map(text.bytes.slice))
        // `{"name": "password", "value": …}`
        if !isSecret, named?.meanings.contains(.naming) ?? false {
          levels[last].labels = (levels[last].labels?.first ?? walk.content, walk.content)
        }
      case .scalar: scalar(walk.content, in: named ?? levels[last], into: &text)
      }
    }
    return (walk.isComplete ? walk.position : max(walk.rest, start + 1), walk.position)
  }

  private func object(_ level: Level, _ isMember: Bool, in around: Level) -> Level {
    var object = level
    (object.isList, object.labels) = (false, nil)
    // A session's secret is a text; of an object `session` only some members are secret.
    if level.kind == .secret || level.kind == .whole && !level.hidesObjects {
      (object.kind, object.isOpened) = (.hinted, true)
    }
    if isMember, around.meanings.contains(.schema), object.kind < .named { object.kind = .plain }
    if around.isList { object.meanings = [] }
    return object
  }

  /// What a name says of its value, together with the names around it.
  private mutating func level(of name: Range<Int>, in levels: [Level], of bytes: Bytes) -> Level {
    let around = levels[levels.count - 1]
    let outer = around.kind
    var level = Level(kind: outer, name: name)
    if outer >= .secret {
      (level.hidesNumbers, level.hidesObjects) = (around.hidesNumbers, around.hidesObjects)
    }
    guard !name.isEmpty else { return level }
    let own = bytes.slice(name).undone(by: .json) {
      judge($0, in: .field, under: around.name.map(bytes.slice))
    }
    level.meanings = isRequest ? own.meanings.subtracting([.about, .schema]) : own.meanings
    if own.kind == .kept || outer == .kept && own.kind != .named {
      level.kind = .kept
    } else if own.kind < .named, around.meanings.contains(.about) {
      level.kind = .plain
    } else if own.kind <= .hinted, outer > .plain,
      own.has(.circumstance) || outer == .hinted && own.has(.ofPublicKey)
    {
      level.kind = .plain
    } else {
      level.kind = max(own.kind, outer, own.has(.value) ? label(in: around, of: bytes) : .plain)
      if around.isOpened, own.has(.bare) { level.kind = max(level.kind, .secret) }
    }
    let isNamed = level.kind == .named
    level.hidesObjects = isNamed || level.hidesObjects || own.kind >= .secret && own.has(.container)
    level.hidesNumbers = level.hidesNumbers || own.kind >= .secret && own.has(.scalar)
    level.hidesNumbers = isNamed || level.hidesNumbers && !own.has(.counter)
    if !redaction.keptPaths.isEmpty, isKept(name, in: levels, of: bytes) {
      (level.kind, level.hidesNumbers) = (.kept, false)
    }
    return level
  }

  private func isKept(_ name: Range<Int>, in levels: [Level], of bytes: Bytes) -> Bool {
    var names: [Range<Int>] = []
    // A container in a list has the list's name, which counts once.
    for name in levels.compactMap(\.name) + [name] where names.last != name { names.append(name) }
    return redaction.keeps(
      names.map { bytes.slice($0).undone(by: .json) { $0.text.lowercased() } })
  }

  /// What the labels of an object, such as `"name": "password"`, say of its member `value`.
  private mutating func label(in object: Level, of bytes: Bytes) -> Kind {
    guard let labels = object.labels else { return .plain }
    let kinds = [labels.first, labels.last].map { label in
      bytes.slice(label).undone(by: .json) { judge($0, in: .field).kind }
    }
    return max(kinds[0], kinds[1])
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
    let isSecret =
      level.kind >= .secret && level.hidesNumbers
      || level.kind == .hinted && SecretLook.isRandom(value)
    if isSecret { text.replace(range, with: replacement(of: value, isNumber: true)) }
  }
}
