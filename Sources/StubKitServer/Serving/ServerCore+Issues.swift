import Foundation
import StubKit

extension ServerCore {
  func note(_ refusal: Refusal) {
    note("A stub server received a request that it does not understand\n  ✗ \(refusal.sentence)")
  }

  func note(noAddress address: String) {
    let bare = address.drop { $0 == "/" }
    let advice =
      bare.isEmpty || bare.contains("://")
      ? "" : " Write \"https://\(bare)\" for a server, or \"/\(bare)\" for a path of this one."
    note(
      "server.url(for: \"\(address)\") is given no address of an http or https server.\(advice)")
  }

  /// Notes that a client asks for a tunnel; returns the text that the client gets.
  func noteConnect(to authority: String) -> String {
    let text: String
    if authority.hasSuffix(":80") {
      let host = authority.dropLast(3)
      text = """
        A client wants a tunnel to \(host) through a stub server
          ✗ In a tunnel nothing can be stubbed.
          → Give the client `server.url(for: "http://\(host)")` as its base address, and no proxy.
        """
    } else {
      let host = authority.hasSuffix(":443") ? authority.dropLast(4) : authority[...]
      text = """
        A client wants to ask \(host) by https through a stub server
          ✗ StubKit has no TLS, and no certificate that the client would trust.
          → Give the client `server.url(for: "https://\(host)")` as its base address, or let it ask by http.
        """
    }
    note(text)
    return text
  }

  /// Notes that a stub's status is informational; returns the text that the client gets.
  func noteInformational(_ status: Int) -> String {
    let stub = registry.exchanges.last { $0.response?.status == status }?.stub
    let response = stub.map { "The response of the stub at \($0.location)" } ?? "A stub's response"
    let text =
      "\(response) has status \(status), which is no answer on a connection: the client waits for another "
      + "one. Give it a status of 200 or more."
    note(text, at: stub?.location)
    return text
  }

  func noteNoDescriptorLeft() {
    note(
      as: .remark,
      "A stub server lets nobody in: this process has as many files and connections open as it may. "
        + "Clients wait until there is room.")
  }

  func note(as kind: StubIssue.Kind = .mistaken, _ text: String, at location: StubLocation? = nil) {
    let issue = StubIssue(kind: kind, text: text, location: location)
    // Kept before the client is answered: the test may call `verify()` right after the answer.
    registry.keep(issue)
    // The report may run the user's code, such as the matcher of a known issue.
    notes.enter()
    BlockingWork.perform { [registry, reporter, notes] in
      if registry.report(issue, to: reporter) == .nobody { issue.writeToStandardError() }
      notes.leave()
    }
  }
}
