/// The class between Apple's public ones, which has its own `resume`.
open class LocalSessionTask: URLSessionTask, @unchecked Sendable {}
