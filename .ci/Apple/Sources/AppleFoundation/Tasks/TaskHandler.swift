import Foundation
import FoundationNetworking

/// A completion handler of a task, instead of a delegate.
enum TaskHandler: Sendable {
  case data(@Sendable (Data?, URLResponse?, (any Error)?) -> Void)
  case file(@Sendable (URL?, URLResponse?, (any Error)?) -> Void)
}
