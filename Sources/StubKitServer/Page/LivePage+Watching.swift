import Dispatch
import Foundation
import StubKit

extension LivePage {
  /// Events are collected until they have at least this many bytes, and sent as one piece.
  private static let eventSize = 1 << 18
  /// The most bytes of bodies in the archive that a watcher gets at the end of the test.
  private static let archiveSize = 1 << 20
  private static let pause = Duration.milliseconds(100)

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

    func cancel() { progress.withLock { $0.isOver = true } }

    fileprivate var isOver: Bool { progress.withLock(\.isOver) }
  }

  /// Sends a stream; a stream of events begins with all that has happened so far.
  ///
  /// While `isReady` returns false, new events wait. `send` is called on the page's queue, perhaps
  /// before this method returns.
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

  /// Sends every watcher the remaining events and the end of the test before it returns.
  func end() {
    queue.sync {
      let (watches, registry) = state.withLock { state in
        state.isOver = true
        defer { state.watches = [] }
        return (state.watches, state.registry)
      }
      guard !watches.isEmpty else { return }
      let last = PageNews.last(of: registry, archiveUpTo: Self.archiveSize)
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

  /// Reads the registry again and again, for at most a fifth of the time.
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

  /// Sends a watcher the new events, and ends its stream with `last` unless that is nil.
  private func tell(_ watch: Watch, last: [StubJSON]? = nil) {
    let (progress, now) = (watch.progress.withLock { $0 }, ContinuousClock.now)
    guard !progress.isOver else { return }
    var news = progress.news ?? registry.map { PageNews(of: $0) }
    let told = registry.flatMap { news?.next(of: $0) } ?? []
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
