import Dispatch
import Foundation
import StubKit

extension LivePage {
  /// The size at which the events collected so far are sent as one piece.
  private static let eventSize = 1 << 18
  /// How many bytes of bodies may be in the archive that a page gets at the end of the test.
  private static let archiveSize = 1 << 20
  private static let pause = Duration.milliseconds(100)

  /// A client that is sent a stream, until it is cancelled or the stream is over.
  final class Watch: Sendable {
    fileprivate let isReady: @Sendable () -> Bool
    fileprivate let send: @Sendable (_ piece: Data, _ isLast: Bool) -> Void
    fileprivate let progress = Locked(Progress())

    fileprivate struct Progress {
      var news: PageNews?
      var lastSent = ContinuousClock.now
      var isOver = false
    }

    fileprivate init(
      isReady: @escaping @Sendable () -> Bool,
      send: @escaping @Sendable (_ piece: Data, _ isLast: Bool) -> Void
    ) {
      (self.isReady, self.send) = (isReady, send)
    }

    /// Sends no more: the client has gone.
    func cancel() { progress.withLock { $0.isOver = true } }

    fileprivate var isOver: Bool { progress.withLock(\.isOver) }
  }

  /// Sends a stream; a stream of events begins with all that has happened so far.
  ///
  /// - Parameters:
  ///   - isReady: Whether the client can take more; what is new is sent once it can.
  ///   - send: Takes a piece; called on the page's queue, never before the watch is returned.
  func open(
    _ stream: Stream, isReady: @escaping @Sendable () -> Bool = { true },
    send: @escaping @Sendable (_ piece: Data, _ isLast: Bool) -> Void
  ) -> Watch {
    let watch = Watch(isReady: isReady, send: send)
    switch stream {
    case .archive:
      queue.async { [registry] in
        if !watch.isOver { send(registry?.conversation.har() ?? Data(), true) }
      }
    case .events:
      queue.async { self.begin(watch) }
    }
    return watch
  }

  /// Sends every watcher the rest and the end of the test, and then returns.
  func end() {
    queue.sync {
      let (watches, registry, notes) = state.withLock { state in
        state.isOver = true
        defer { state.watches = [] }
        return (state.watches, state.registry, state.notes)
      }
      guard !watches.isEmpty else { return }
      let last = PageNews.last(of: registry, notes: notes, archiveUpTo: Self.archiveSize)
      for watch in watches { tell(watch, last: last) }
    }
  }

  private func begin(_ watch: Watch) {
    let (isOver, isFirst) = state.withLock { state in
      if !state.isOver { state.watches.append(watch) }
      defer { state.isLooking = !state.isOver }
      return (state.isOver, !state.isLooking)
    }
    tell(watch, last: isOver ? [PageNews.ending] : nil)
    if isFirst, !isOver { look(after: Self.pause) }
  }

  /// Looks at the registry again and again, for a fifth of the time at most.
  private func look(after pause: Duration) {
    let seconds = pause / .seconds(1)
    queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self else { return }
      let watches = state.withLock { state in
        state.watches.removeAll(where: \.isOver)
        state.isLooking = !state.watches.isEmpty
        return state.watches
      }
      guard !watches.isEmpty else { return }
      let took = ContinuousClock().measure {
        for watch in watches where watch.isReady() { tell(watch) }
      }
      look(after: max(Self.pause, took * 4))
    }
  }

  /// Sends a watcher what is new.
  ///
  /// - Parameter last: What to send in addition if the server stops; nil if it does not stop.
  private func tell(_ watch: Watch, last: [StubJSON]? = nil) {
    let (registry, notes) = state.withLock { ($0.registry, $0.notes) }
    let (progress, now) = (watch.progress.withLock { $0 }, ContinuousClock.now)
    guard !progress.isOver else { return }
    var news = progress.news ?? registry.map { PageNews(of: $0) }
    let told = registry.flatMap { news?.next(of: $0, notes: notes) } ?? []
    let isDue = now - progress.lastSent >= .seconds(1)
    if !told.isEmpty || isDue || progress.news == nil || last != nil {
      let time = registry.map { $0.elapsed / .seconds(1) } ?? 0
      Self.send(told + [["now": .double(time)]] + (last ?? []), to: watch, isLast: last != nil)
    }
    watch.progress.withLock {
      ($0.news, $0.isOver) = (news, $0.isOver || last != nil)
      if !told.isEmpty || isDue { $0.lastSent = now }
    }
  }

  private static func send(_ news: [StubJSON], to watch: Watch, isLast: Bool) {
    var piece = Data()
    for item in news {
      piece += Data("data: ".utf8) + item.data + Data("\n\n".utf8)
      guard piece.count >= eventSize else { continue }
      watch.send(piece, false)
      piece = Data()
    }
    watch.send(piece, isLast)
  }
}
