#if canImport(ObjectiveC)
  import Foundation

  /// The progress of an upload, of which no loading system tells the delegate for a custom protocol.
  extension ClientChannel {
    /// Tells the task's delegate, on its own queue, how much of the request's body has been sent.
    func reportSent(_ sent: Int64, of total: Int64, added: Int64) {
      guard let session, let task,
        let delegate = task.delegate ?? session.delegate as? any URLSessionTaskDelegate
      else { return }
      session.delegateQueue.addOperation {
        delegate.urlSession?(
          session, task: task, didSendBodyData: added, totalBytesSent: sent,
          totalBytesExpectedToSend: total)
      }
    }
  }
#endif
