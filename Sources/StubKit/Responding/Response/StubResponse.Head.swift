extension StubResponse {
  /// What comes before the body: the status and the header fields.
  public struct Head: Sendable, Hashable {
    /// The status code.
    public internal(set) var status: Int { didSet { form = nil } }
    /// The header fields.
    public internal(set) var headers: StubHeaders { didSet { form = nil } }
    /// The response object of the last client, if the head is given more than once.
    private(set) var form: HeadForm?

    init(status: Int, headers: StubHeaders) {
      self.status = status
      self.headers = headers
    }

    /// The head, which keeps the response object.
    var keepingForm: Head {
      var head = self
      head.form = HeadForm()
      return head
    }

    /// Compares status and header fields.
    public static func == (lhs: Head, rhs: Head) -> Bool {
      lhs.status == rhs.status && lhs.headers == rhs.headers
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(status)
      hasher.combine(headers)
    }
  }
}
