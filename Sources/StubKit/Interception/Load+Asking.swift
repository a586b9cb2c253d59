#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Asking the task's delegate, which answers when it likes, on its own queue.
  extension Load {
    /// How a delegate answers.
    typealias Reaction<Answer: Sendable> = @Sendable (Answer) -> Void

    /// Asks the delegate whether, and how, the delivery goes on; nil if there is nobody to ask.
    ///
    /// Only its first answer counts, and it has as long for it as the request may take.
    ///
    /// - Parameters:
    ///   - question: Puts the question and says how it is to be answered.
    ///   - decide: Does what the answer asks for, and says whether the delivery goes on after it.
    func askDelegate<Answer: Sendable>(
      _ question:
        @escaping @Sendable (
          any URLSessionTaskDelegate, URLSession, URLSessionTask, @escaping Reaction<Answer>
        ) -> Void,
      then decide: @escaping @Sendable (Answer) -> Bool
    ) -> Progress? {
      guard let session = channel.session, let task = channel.task, let delegate = task.delegate
      else { return nil }
      let goesOn = Promise<Bool>()
      let isAnswered = Once()
      watch()
      session.delegateQueue.addOperation {
        question(delegate, session, task) { answer in
          guard isAnswered.isFirst else { return }
          self.inContext {
            self.watchdog?.cancel()
            goesOn.keep(decide(answer))
          } orDrop: {
            goesOn.keep(false)
          }
        }
      }
      return .pending(goesOn: goesOn)
    }
  }
#endif
