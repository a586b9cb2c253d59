/// A socket that a loop watches; used only on that loop.
class Wire: @unchecked Sendable {
  let socket: Int32
  var wantsToRead = true
  var wantsToWrite = false

  /// The wire's index in an `EpollLoop`; nil if no such loop watches it.
  var place: Int?
  /// Only `Deadlines` sets `deadlinePlace` and `deadline`.
  var deadlinePlace: Int?
  var deadline = ContinuousClock.Instant.now

  init(_ socket: Int32) {
    self.socket = socket
  }

  func becameReadable() {}
  /// Called after `becameReadable`, once all wires that became readable together have been called.
  func othersWereRead() {}
  func becameWritable() {}
  /// Called by `EpollLoop` if the connection is gone while the wire does not want to read.
  func broke() {}
  func deadlinePassed() {}
}
