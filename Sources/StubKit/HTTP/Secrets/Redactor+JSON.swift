/// JSON values.
extension Redactor {
  /// An object or a list that a place is in.
  private struct Level {
    var kind: Kind
    let name: Range<Int>?
    var role = SecretName.Role.plain
    var isList = false
    /// Whether a number here is secret as a text is.
    var hidesNumbers = false
    /// Whether an object here is secret as a whole.
    var hidesObjects = false
    /// Whether the name of the object says that it is secret, though not all of it is.
    var isOpened = false
    /// What may say something of the member `value`: the first and the last that names the object.
    var labels: (first: Range<Int>, last: Range<Int>)?
  }

  /// A value that begins at a place, as far as it can be read.
  ///
  /// - Returns: Behind the value; or where its last token began, and up to where it was read, if it is none.
  mutating func json(
    from start: Int, as kind: Kind, into text: inout Rewriting
  ) -> (rest: Int, read: Int) {
    let bytes = text.bytes
    var walk = JSONWalk(bytes, from: start)
    var levels: [Level] = []
    var member: Range<Int>?
    // Should a string be none, for what follows it, the names in it must still be read.
    var rest = start + 1
    let outside = Level(kind: kind, name: nil)
    var current = outside
    while let token = walk.next() {
      switch token {
      case .name(let name):
        (member, rest) = (name, name.lowerBound - 1)
        current = level(for: name, in: levels, of: bytes)
        continue
      case .open(let isObject):
        rest = walk.position
        if isObject { enterObject(&current, isMember: member != nil, in: levels.last) }
        current.isList = !isObject
        levels.append(current)
      case .close:
        rest = walk.position
        levels.removeLast()
      case .string(let content):
        // Under a name it would be read without it.
        if member == nil { rest = content.lowerBound - 1 }
        let name = member.map(bytes.slice)
        if let clean = value(
          TextCoding.withoutJSON(bytes.slice(content)), as: current.kind, of: name)
        {
          text.replace(content, with: TextCoding.json(clean))
        } else if let name, !levels.isEmpty, judge(name, in: .field).isNaming {
          let first = levels[levels.count - 1].labels?.first ?? content
          levels[levels.count - 1].labels = (first, content)
        }
      case .scalar(let range):
        rest = walk.position
        scalar(range, in: current, into: &text)
      }
      member = nil
      current = levels.last ?? outside
    }
    return (walk.isComplete ? walk.position : max(rest, start + 1), walk.position)
  }

  private func enterObject(_ level: inout Level, isMember: Bool, in around: Level?) {
    // A session is a text; where it is an object, only some of it is secret.
    if level.kind == .secret || level.kind == .whole && !level.hidesObjects {
      (level.kind, level.isOpened) = (.hinted, true)
    }
    if isMember, around?.role == .schema, level.kind < .named { level.kind = .plain }
    if around?.isList ?? false { level.role = .plain }
  }

  /// What a name says of the value under it, in what it stands in.
  private mutating func level(
    for name: Range<Int>, in levels: [Level], of bytes: Bytes
  ) -> Level {
    let around = levels.last
    let outer = around?.kind ?? .plain
    var level = Level(kind: outer, name: name)
    if outer >= .secret, let around {
      (level.hidesNumbers, level.hidesObjects) = (around.hidesNumbers, around.hidesObjects)
    }
    guard !name.isEmpty else { return level }
    let own = TextCoding.withoutJSON(bytes.slice(name)).withUnsafeBufferPointer {
      judge($0, in: .field, under: around?.name.map(bytes.slice))
    }
    if !isRequest { level.role = own.role }
    if own.kind == .kept || outer == .kept && own.kind != .named {
      level.kind = .kept
    } else if own.kind < .named, around?.role == .about {
      level.kind = .plain
    } else if own.kind <= .hinted, outer > .plain,
      own.isHarmless || outer == .hinted && own.isOfPublicKey
    {
      level.kind = .plain
    } else {
      level.kind = max(own.kind, outer, own.isValue ? label(of: around, in: bytes) : .plain)
      if own.isBare, around?.isOpened ?? false { level.kind = max(level.kind, .secret) }
    }
    let isNamed = level.kind == .named
    level.hidesObjects = isNamed || level.hidesObjects || own.kind >= .secret && own.hidesObjects
    level.hidesNumbers = level.hidesNumbers || own.kind >= .secret && own.hidesNumbers
    level.hidesNumbers = isNamed || level.hidesNumbers && !own.isCount
    if !redaction.keptPaths.isEmpty, isKept(name, in: levels, of: bytes) {
      (level.kind, level.hidesNumbers) = (.kept, false)
    }
    return level
  }

  /// Whether a user keeps what has a name here.
  private func isKept(_ name: Range<Int>, in levels: [Level], of bytes: Bytes) -> Bool {
    var names: [Range<Int>] = []
    // What stands in a list has the list's name.
    for other in levels.compactMap(\.name) + [name] where names.last != other {
      names.append(other)
    }
    return redaction.keeps(
      names.map {
        String(decoding: TextCoding.withoutJSON(bytes.slice($0)), as: UTF8.self).lowercased()
      })
  }

  /// What the names of an object say of its value: `"name": "password"`.
  private mutating func label(of level: Level?, in bytes: Bytes) -> Kind {
    guard let labels = level?.labels else { return .plain }
    return [labels.first, labels.last].map { content in
      TextCoding.withoutJSON(bytes.slice(content)).withUnsafeBufferPointer {
        judge($0, in: .field).kind
      }
    }.max() ?? .plain
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
    if isSecret { text.replace(range, with: replacement(ofNumber: value)) }
  }
}
