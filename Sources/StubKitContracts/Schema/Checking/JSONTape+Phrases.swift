import CStubKitContracts
import StubKit

extension JSONTape {
  /// For messages: a scalar as it is written, a list or an object by its kind.
  func phrase(of index: Int) -> String {
    let node = nodes[index]
    switch node.kind {
    case 8, 128: return text(at: index).shortened(to: 60).swiftLiteral
    case 16: return node.count == 0 ? "an empty list" : "a list of \(node.count)"
    case 32: return node.count == 0 ? "an empty object" : "an object"
    default: return text(at: index).shortened(to: 40)
    }
  }

  /// For messages: the beginning of a value as JSON.
  func json(of index: Int, upTo limit: Int = 80) -> String {
    let isObject = nodes[index].isObject
    guard isObject || nodes[index].isList else { return phrase(of: index) }
    var text = isObject ? "{" : "["
    for part in parts(of: index) where text.count < limit {
      if text.count > 1 { text += "," }
      if isObject { text += phrase(of: part - 1) + ":" }
      text += json(of: part, upTo: limit - text.count)
    }
    return text + (isObject ? "}" : "]")
  }

  /// The indices of the values in a list or an object.
  func parts(of index: Int) -> [Int] {
    let offset = nodes[index].isObject ? 1 : 0
    var (parts, place) = ([Int](), index + 1)
    while place < Int(nodes[index].next) {
      parts.append(place + offset)
      place = Int(nodes[place + offset].next)
    }
    return parts
  }

  /// The beginnings of the tape's elements as JSON; the root of the tape must be a list.
  var elementPhrases: [String] {
    var phrases: [String] = []
    var index = 1
    while index < Int(tape.pointee.count) {
      phrases.append(json(of: index).shortened(to: 60))
      index = Int(nodes[index].next)
    }
    return phrases
  }

  /// The place of a value, or of a member that is missing from the value: `items[3].price`.
  func place(of index: Int, member: String? = nil) -> String {
    var path = StubJSON.Path()
    var here = 0
    while here < index, Int(nodes[here].next) > index {
      let isObject = nodes[here].isObject
      var (child, position) = (here + 1, 0)
      while Int(nodes[isObject ? child + 1 : child].next) <= index {
        child = Int(nodes[isObject ? child + 1 : child].next)
        position += 1
      }
      path = isObject ? path.member(text(at: child)) : path.element(position)
      // A member's name has the same place as the member's value.
      here = isObject && index > child ? child + 1 : child
    }
    if let member { path = path.member(member) }
    let text = path.description.dropFirst()
    return text.isEmpty ? "the body" : String(text.hasPrefix(".") ? text.dropFirst() : text)
  }
}
