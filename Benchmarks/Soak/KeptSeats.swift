import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sessions that one worker uses for many batches, as an app does.
struct KeptSeats: Sendable {
  let usual = Seat(.default)
  let ephemeral = Seat(.ephemeral)

  /// Lets the sessions go.
  func end() {
    usual.session.finishTasksAndInvalidate()
    ephemeral.session.finishTasksAndInvalidate()
  }
}
