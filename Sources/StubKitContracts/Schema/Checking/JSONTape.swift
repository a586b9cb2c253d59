import CStubKitContracts
import Foundation
import StubKit

/// JSON that C code has parsed into a flat list of nodes.
///
/// Every exchange is checked, mostly in debug builds, where parsing into `StubJSON` is slow.
final class JSONTape: Sendable {
  typealias Node = stubkit_json_node

  // Never written after `init`.
  nonisolated(unsafe) let tape: UnsafeMutablePointer<stubkit_json_tape>
  nonisolated(unsafe) let nodes: UnsafePointer<Node>

  /// Nil if the data is not JSON; `StubJSON(parsing:)` tells why.
  init?(_ data: Data) {
    let tape = UnsafeMutablePointer<stubkit_json_tape>.allocate(capacity: 1)
    let isRead = data.withUnsafeBytes { bytes in
      stubkit_read_tape(
        tape, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count,
        Int32(StubJSON.nestingLimit), false)
    }
    guard isRead, let nodes = tape.pointee.nodes else {
      stubkit_free_tape(tape)
      tape.deallocate()
      return nil
    }
    (self.tape, self.nodes) = (tape, UnsafePointer(nodes))
  }

  /// Nil if the value is nested too deep.
  convenience init?(_ json: StubJSON) {
    self.init(json.data)
  }

  deinit {
    stubkit_free_tape(tape)
    tape.deallocate()
  }

  var depth: Int { Int(tape.pointee.depth) }

  /// How many members the objects have, repeated names included.
  var memberCount: Int { (0..<Int(tape.pointee.count)).count { nodes[$0].isName } }

  /// A string or a name without quotes and escapes; another scalar as it was written.
  func text(at index: Int) -> String {
    let node = nodes[index]
    let bytes = UnsafeBufferPointer(
      start: tape.pointee.bytes + Int(node.start), count: Int(node.end - node.start))
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The bits are those of `JSONKinds`, compared directly because that is faster in a debug build.
extension JSONTape.Node {
  var isText: Bool { kind == 8 }
  var isNumber: Bool { kind & 4 != 0 }
  var isList: Bool { kind == 16 }
  var isObject: Bool { kind == 32 }
  /// The name of a member, which stands right before the value.
  var isName: Bool { kind == 128 }
}
