import Foundation
import FoundationNetworking

/// Asks the classes who takes a task: more than once, and on threads of the loading system.
enum Asking {
  /// How many times more the class that has said yes is asked.
  private static let repetitions = 2

  /// Asks, and says on the last of these threads which class has said yes first.
  static func ask(
    _ classes: [URLProtocol.Type], about task: URLSessionTask,
    then go: @escaping @Sendable (URLProtocol.Type?) -> Void
  ) {
    LoadingSystem.asking.async {
      guard let taker = classes.first(where: { ask($0, about: task) }) else { return go(nil) }
      askAgain(taker, about: task, times: repetitions) { go(taker) }
    }
  }

  private static func askAgain(
    _ taker: URLProtocol.Type, about task: URLSessionTask, times: Int,
    then go: @escaping @Sendable () -> Void
  ) {
    guard times > 0 else { return go() }
    LoadingSystem.asking.async {
      _ = ask(taker, about: task)
      askAgain(taker, about: task, times: times - 1, then: go)
    }
  }

  /// Asks one class, which may not touch the body: the instance will need it.
  private static func ask(_ type: URLProtocol.Type, about task: URLSessionTask) -> Bool {
    let stream = task.currentRequest?.httpBodyStream
    // A subclass need not have a status: Foundation crashes where it was made without a source.
    let isKnown = stream.map {
      Swift.type(of: $0) == InputStream.self && $0.streamStatus == .notOpen
    }
    let isTaken = type.canInit(with: task)
    if isKnown == true, stream?.streamStatus != .notOpen {
      task.note(.streamOpenedWhileAsked, in: "canInit", by: type)
    }
    return isTaken
  }
}

extension URLSessionTask {
  /// Notes that a protocol did something wrong while it was asked about the task, or loaded it.
  func note(_ kind: Violation.Kind, in call: String, by type: URLProtocol.Type) {
    let violation = Violation(
      kind: kind, call: call, protocolClass: "\(type)",
      url: currentRequest?.url?.absoluteString ?? "")
    read { $0.violations.append(violation) }
    session.note(violation)
    Violations.add(violation, by: type)
  }
}
