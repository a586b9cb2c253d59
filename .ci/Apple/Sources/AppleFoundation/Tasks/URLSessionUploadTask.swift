/// A data task whose request's body was given apart.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
