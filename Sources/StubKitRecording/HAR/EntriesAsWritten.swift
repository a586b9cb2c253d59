import CStubKit
import Foundation
import StubKit

/// Finds entries that contain numbers which `StubJSON` would write in another way.
///
/// Other programs write `1.10`, or an integer that no double holds.
struct EntriesAsWritten {
  private let bytes: Bytes
  private let tape: stubkit_json_tape
  private let nodes: UnsafePointer<stubkit_json_node>

  /// The texts of the entries found, by value; of entries with equal values, the last comes first.
  static func texts(in data: Data) -> [StubJSON: [String]] {
    data.withUnsafeBytes { data in
      let bytes = data.bindMemory(to: UInt8.self)
      var tape = stubkit_json_tape()
      defer { stubkit_free_tape(&tape) }
      let isRead = stubkit_read_tape(
        &tape, bytes.baseAddress, bytes.count, Int32(StubJSON.nestingLimit), true)
      guard isRead, let nodes = tape.nodes else { return [:] }
      let file = EntriesAsWritten(bytes: bytes, tape: tape, nodes: nodes)
      var texts: [StubJSON: [String]] = [:]
      for text in file.texts.reversed() {
        guard
          let value = try? StubJSON(parsing: Data(text.utf8), isLenient: true, isExact: false)
        else { continue }
        texts[value, default: []].append(text)
      }
      return texts
    }
  }

  private var texts: [String] {
    guard let log = member("log", of: 0), let entries = member("entries", of: log),
      Int(nodes[entries].kind) == stubkit_json_list
    else { return [] }
    var texts: [String] = []
    var place = entries + 1
    while place < Int(nodes[entries].next) {
      let end = Int(nodes[place].next)
      if (place..<end).contains(where: isWrittenAnew) {
        texts.append(bytes.slice(Int(nodes[place].start)..<Int(nodes[place].end)).text)
      }
      place = end
    }
    return texts
  }

  private func isWrittenAnew(_ index: Int) -> Bool {
    let node = nodes[index]
    guard Int(node.kind) & stubkit_json_number != 0 else { return false }
    let text = bytes.slice(Int(node.start)..<Int(node.end)).text
    return (Int(text)?.description ?? Double(text)?.description) != text
  }

  /// The index of the last value with this name; JSON readers, too, take the last one.
  private func member(_ name: String, of index: Int) -> Int? {
    guard Int(nodes[index].kind) == stubkit_json_object else { return nil }
    var (found, place) = (Int?.none, index + 1)
    while place < Int(nodes[index].next) {
      let node = nodes[place]
      let own = UnsafeBufferPointer(
        start: tape.bytes + Int(node.start), count: Int(node.end - node.start))
      if own.elementsEqual(name.utf8) { found = place + 1 }
      place = Int(nodes[place + 1].next)
    }
    return found
  }
}
