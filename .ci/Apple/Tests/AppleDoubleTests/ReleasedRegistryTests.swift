import AppleFoundation
import StubKit
import Testing

/// A registry that has said that a request is its own is kept until it has answered.
struct ReleasedRegistryTests {
  @Test func `a registry that its owner lets go after it was asked still answers`() async throws {
    var registry: StubRegistry? = StubRegistry()
    registry?.stub(condition: isHost("released.test"), response: .text("the stub"))
    let configuration = try #require(
      registry.map { URLSessionConfiguration.default.stubbed(by: $0) })
    let delegate = RecordingDelegate()
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    let thread = HeldLoadingThread()
    let task = session.dataTask(with: url("http://released.test/"))
    task.resume()
    await thread.taken(task)
    registry = nil
    thread.letGo()
    session.finishTasksAndInvalidate()
    let record = await delegate.outcome
    #expect(String(decoding: record.body, as: UTF8.self) == "the stub")
    await LoadingSystem.settle()
    #expect(task.violations.isEmpty)
  }
}
