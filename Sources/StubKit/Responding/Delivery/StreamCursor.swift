import Foundation

/// A position in a list of stream events, with the time it stands for.
struct StreamCursor: Sendable {
  /// Bytes that are there since a time, or the end.
  enum Current {
    case piece(Data, since: Duration)
    case end(DeliveryPlan.Action, at: Duration)
  }

  private let events: [StreamEvent]
  private var index = 0
  private var time: Duration
  private(set) var current: Current

  init(_ events: [StreamEvent], start: Duration) {
    self.events = events
    time = start
    current = .end(.finish, at: start)
    findNext()
  }

  /// Skips bytes of the current piece, and moves to the next one after the last.
  mutating func moveOn(by count: Int) {
    if case .piece(let data, let since) = current, count < data.count {
      current = .piece(data.dropFirst(count), since: since)
    } else {
      findNext()
    }
  }

  /// Moves to the next event with content; empty pieces only pass time.
  private mutating func findNext() {
    while index < events.count {
      let event = events[index]
      index += 1
      time += event.after
      switch event.kind {
      case .data(let data) where data.isEmpty: continue
      case .data(let data): current = .piece(data, since: time)
      case .hang: current = .end(.hang, at: time)
      case .finish: current = .end(.finish, at: time)
      case .fail(let error): current = .end(.fail(error), at: time)
      }
      return
    }
    current = .end(.finish, at: time)
  }
}
