/// A task whose response comes as a file.
open class URLSessionDownloadTask: LocalSessionTask, @unchecked Sendable {}
