public import Foundation

/// Who hears of download tasks.
public protocol URLSessionDownloadDelegate: URLSessionTaskDelegate {
  /// Takes the file, which is gone afterwards.
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL)
}
