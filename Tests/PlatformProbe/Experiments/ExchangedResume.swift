import CPlatformProbe
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `resume` is where the caller can still be told.
struct ExchangedResume: Experiment {
  let question = "Does every start go through an exchanged `resume`, in the caller's place?"

  private static let notes = Notes()

  func answer() async throws -> String {
    let session = ProbeProtocol.session()
    let model = session.dataTask(with: ProbeProtocol.request())
    let count = probe_exchange_resume(Unmanaged.passUnretained(model).toOpaque()) { _ in
      ExchangedResume.notes.add(Caller.place)
    }
    model.cancel()
    guard count > 0 else { return "there are no methods to exchange here" }

    let request = ProbeProtocol.request()
    var answers = ["\(count) classes have a `resume` of their own"]
    let endings = Notes()
    Caller.run {
      session.dataTask(with: request) { _, _, _ in endings.add("end") }.resume()
    }
    await endings.wait(for: 1)
    answers.append("`resume()`: " + heard(from: 0))
    let ways: [(String, @Sendable () async throws -> Void)] = [
      ("data(for:)", { _ = try await session.data(for: request) }),
      ("upload(for:from:)", { _ = try await session.upload(for: request, from: Data("up".utf8)) }),
      ("download(for:)", { _ = try await session.download(for: request) }),
    ]
    for (name, start) in ways {
      let before = Self.notes.all.count
      try? await Caller.$mark.withValue(true, operation: start)
      answers.append("`\(name)`: " + heard(from: before))
    }
    return answers.joined(separator: "; ")
  }

  private func heard(from start: Int) -> String {
    let heard = Self.notes.all.dropFirst(start)
    return heard.isEmpty ? "not heard of" : heard.joined(separator: " and ")
  }
}
