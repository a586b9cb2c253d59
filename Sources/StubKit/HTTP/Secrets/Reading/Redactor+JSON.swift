/// JSON values.
extension Redactor {
  /// An object or a list that a place is in.
  private struct Level {
    var kind: Kind
    let name: Range<Int>?
    /// Whether its names say what is described, as those of errors and schemas do.
    var role = SecretName.Role.plain
    var isList = false
    /// Whether a number here is secret as a text is.
    var hidesNumbers = false
    /// Whether an object here is secret as a whole.
    var hidesObjects = false
    /// Whether the name of the object says that it is secret, though not all of it is.
    var isOpened = false
    /// What may say something of the member `value`: the first and the last that names the object.
    var labels: (first: Range<Int>?, last: Range<Int>?)
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
        member = name
        rest = name.lowerBound - 1
        current = level(for: name, in: levels.last, of: bytes)
        if !redaction.keptPaths.isEmpty, isKept(name, in: levels, of: bytes) {
          (current.kind, current.hidesNumbers) = (.kept, false)
        }
        continue
      case .open(let isObject):
        rest = walk.position
        if isObject {
          // A session is a text; where it is an object, only some of it is secret.
          if current.kind == .secret || current.kind == .whole && !current.hidesObjects {
            (current.kind, current.isOpened) = (.hinted, true)
          }
          if member != nil, levels.last?.role == .schema, current.kind < .named {
            current.kind = .plain
          }
          if levels.last?.isList ?? false { current.role = .plain }
        }
        current.isList = !isObject
        levels.append(current)
      case .close:
        rest = walk.position
        levels.removeLast()
      case .string(let content):
        // Under a name it would be read without it.
        if member == nil { rest = content.lowerBound - 1 }
        if string(content, of: member, as: current.kind, into: &text), !levels.isEmpty {
          let last = levels.count - 1
          levels[last].labels = (levels[last].labels.first ?? content, content)
        }
      case .scalar(let range):
        rest = walk.position
        scalar(range, in: current, into: &text)
      }
      member = nil
      current = levels.last ?? outside
    }
    if !walk.isComplete, current.kind >= .secret, levels.last?.isList ?? false {
      hide(restOf: &walk, in: &text)
      rest = max(rest, walk.position)
    }
    return (walk.isComplete ? walk.position : max(rest, start + 1), walk.position)
  }

  /// Whether a user keeps what has a name here.
  private func isKept(_ name: Range<Int>, in levels: [Level], of bytes: Bytes) -> Bool {
    var names: [Range<Int>] = []
    // What stands in a list has the list's name.
    for other in levels.compactMap(\.name) + [name] where names.last != other {
      names.append(other)
    }
    return redaction.keeps(
      names.map { String(decoding: decoded(bytes.slice($0)), as: UTF8.self).lowercased() })
  }

  /// What goes on as no JSON, under a name that says that it is secret, up to where that may end.
  private mutating func hide(restOf walk: inout JSONWalk, in text: inout Rewriting) {
    let bytes = text.bytes
    let start = bytes.firstPlace(from: walk.position) { $0 > 0x20 } ?? bytes.count
    let end = bytes.firstPlace(from: start) { "]{}\n\r".utf8.contains($0) } ?? bytes.count
    guard start < end, !"[{\"".utf8.contains(bytes[start]) else { return }
    lookInto(Array(bytes[start..<end]))
    if let mark = replacement(of: bytes[start..<end]) { text.replace(start..<end, with: mark) }
    walk.skip(to: end)
  }

  /// What a name says of the value under it, in what it stands in.
  private mutating func level(
    for name: Range<Int>, in around: Level?, of bytes: Bytes
  ) -> Level {
    var level = Level(kind: around?.kind ?? .plain, name: name)
    level.hidesNumbers = around.map { $0.kind >= .secret && $0.hidesNumbers } ?? false
    level.hidesObjects = around.map { $0.kind >= .secret && $0.hidesObjects } ?? false
    guard !name.isEmpty else { return level }
    let own = decoded(bytes.slice(name))
    let facts = own.withUnsafeBufferPointer {
      self.facts(of: $0, in: .field, under: around?.name.map(bytes.slice))
    }
    let (kind, outer) = (facts.judgement.kind, level.kind)
    if !isRequest { level.role = facts.role }
    if kind == .kept || outer == .kept && kind != .named {
      level.kind = .kept
    } else if kind < .named, around?.role == .about {
      level.kind = .plain
    } else if kind <= .hinted, outer > .plain,
      facts.isHarmless || outer == .hinted && own.withUnsafeBufferPointer(SecretName.isOfPublicKey)
    {
      level.kind = .plain
    } else {
      level.kind = max(kind, outer, facts.isValue ? label(of: around, in: bytes) : .plain)
      if facts.isBare, around?.isOpened ?? false { level.kind = max(level.kind, .secret) }
    }
    if kind >= .secret {
      level.hidesNumbers = level.hidesNumbers || facts.judgement.hidesNumbers
      level.hidesObjects = level.hidesObjects || facts.judgement.hidesObjects
    }
    if facts.judgement.isCount { level.hidesNumbers = false }
    if level.kind == .named { (level.hidesNumbers, level.hidesObjects) = (true, true) }
    return level
  }

  /// What the names of an object say of its value: `"name": "password"`.
  private mutating func label(of level: Level?, in bytes: Bytes) -> Kind {
    guard let (first, last) = level?.labels, let first, let last else { return .plain }
    return [first, last].map { content in
      decoded(bytes.slice(content)).withUnsafeBufferPointer { judge($0, in: .field).kind }
    }.max() ?? .plain
  }

  /// - Returns: Whether the string may say something of a value beside it.
  private mutating func string(
    _ content: Range<Int>, of name: Range<Int>?, as kind: Kind, into text: inout Rewriting
  ) -> Bool {
    let bytes = text.bytes
    let own = name.map(bytes.slice)
    if let clean = value(decoded(bytes.slice(content)), as: kind, of: own) {
      text.replace(content, with: TextCoding.json(clean))
      return false
    }
    return own.map { facts(of: $0, in: .field).isNaming } ?? false
  }

  private mutating func scalar(
    _ range: Range<Int>, in level: Level, into text: inout Rewriting
  ) {
    let kind = level.kind
    let value = text.bytes.slice(range)
    guard value[0] &- 0x30 < 10 || value[0] == UInt8(ascii: "-") else {
      if kind == .named, value[0] == UInt8(ascii: "t") {
        text.replace(range, with: Array("false".utf8))
      }
      return
    }
    if kind == .kept { pool.keep(value) }
    guard kind >= .secret && level.hidesNumbers || kind == .hinted && SecretLook.isRandom(value)
    else {
      return
    }
    if let number = replacement(ofNumber: value) { text.replace(range, with: number) }
  }

  /// What stands in a string, with its escapes undone.
  func decoded(_ content: Bytes) -> [UInt8] {
    guard content.firstPlace(where: { $0 == 0x5C }) != nil else { return Array(content) }
    return ([0x22] + content + [0x22]).withUnsafeBufferPointer { quoted in
      var parser = JSONParser(bytes: quoted, isLenient: true)
      return (try? parser.string()).map { Array($0.utf8) } ?? Array(content)
    }
  }
}
