/// A socket that a loop watches.
///
/// Everything here is used on that loop only.
class Wire: @unchecked Sendable {
  let socket: Int32
  var wantsToRead = true
  var wantsToWrite = false

  /// Where the loop keeps the wire; nil if it does not.
  var place: Int?
  /// The wire's place among the deadlines, and its deadline; only the loop sets them.
  var deadlinePlace: Int?
  var deadline = ContinuousClock.Instant.now

  init(_ socket: Int32) {
    self.socket = socket
  }

  func becameReadable() {}
  /// Called after `becameReadable`, once all wires that became readable together have been called.
  func othersWereRead() {}
  func becameWritable() {}
  /// The connection is gone both ways; called only on a wire that does not want to read.
  func broke() {}
  func deadlinePassed() {}
}
