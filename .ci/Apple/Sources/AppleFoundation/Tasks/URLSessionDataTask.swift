/// A task whose response comes into memory.
open class URLSessionDataTask: LocalSessionTask, @unchecked Sendable {}
