/// A socket that a loop watches.
///
/// All of it belongs to that loop.
class Wire: @unchecked Sendable {
  let socket: Int32
  var wantsToRead = true
  var wantsToWrite = false

  /// Where its loop keeps it, if it does.
  var place: Int?
  /// Its place among the deadlines, and when it has to be called; both are the loop's to set.
  var deadlinePlace: Int?
  var deadline = ContinuousClock.Instant.now

  init(_ socket: Int32) {
    self.socket = socket
  }

  func becameReadable() {}
  /// Told after `becameReadable`, once the others that became readable with it have heard of that, too.
  func othersWereRead() {}
  func becameWritable() {}
  /// The connection is gone both ways; said only of a wire that does not want to read.
  func broke() {}
  func deadlinePassed() {}
}
