import Foundation
import StubKit

/// Faulty variants of a response; nil where the fault is not possible.
extension ResolvedResponse {
  func answering(_ content: Content) -> ResolvedResponse {
    var answer = self
    answer.content = content
    return answer
  }

  /// Nil if there is no body in memory, or if `change` returns nil.
  func withBody(_ change: (Data) -> Data?) -> ResolvedResponse? {
    guard case .reply(var reply) = content, case .data(let data) = reply.body,
      let changed = change(data)
    else { return nil }
    if reply.head.headers.contains("Content-Length") {
      reply.head.headers.set(String(changed.count), for: "Content-Length")
    }
    reply.body = .data(changed.basedAtZero)
    return answering(.reply(reply))
  }

  var cutOff: ResolvedResponse? {
    guard let length = bodyLength, length > 0 else { return nil }
    var answer = self
    let count = min(length, answer.delivery.cut?.byteCount ?? length)
    answer.delivery.cut = (count / 2, URLError.described(.networkConnectionLost))
    return answer
  }

  /// The head comes after `pause`; a body that is in memory ends `time` after the head.
  func slowed(by pause: Duration, over time: Duration) -> ResolvedResponse? {
    guard case .reply = content else { return nil }
    var answer = self
    answer.delivery.pause = (pause, .zero)
    if let count = bodyLength, count > 0 { answer.delivery.speed = .spread(over: time) }
    return answer
  }
}
