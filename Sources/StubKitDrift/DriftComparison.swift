import Dispatch
package import StubKit

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

package struct DriftComparison: Sendable {
  package struct Plan: Sendable {
    package var methods: Set<StubRequest.Method> = [.get, .head]
    /// The most requests that may be sent in the whole process.
    package var most = 100
    /// Whether requests are sent with the test's own credentials.
    package var keepsCredentials = false
    /// The names of secrets in stubs' answers, and so in requests that repeat parts of the answers.
    package var names = SecretFinder([])
    package var authorize: (@Sendable (inout URLRequest) async throws -> Void)?

    package init() {}
  }

  /// How many answers were compared.
  package private(set) var count = 0
  package private(set) var drifts: [Drift] = []
  /// What was not compared, and why.
  package private(set) var remarks: [String] = []
  /// The remarks that no earlier comparison of the process has made.
  package private(set) var news: [String] = []

  package init() {}

  /// Sends the comparable requests of `exchanges` to the real servers, and compares the answers.
  ///
  /// If the task is cancelled, the comparison is empty: nobody waits for the answers.
  package init(
    of exchanges: [StubExchange], by plan: Plan, asking server: LiveServer = .shared
  ) async {
    let (comparisons, isMade) = AsyncStream.makeStream(of: DriftComparison.self)
    let end = EarlyEnd()
    BlockingWork.perform {
      isMade.yield(.waiting(for: exchanges, by: plan, asking: server, until: end))
    }
    self = await withTaskCancellationHandler {
      // If the task is cancelled, the stream ends without an element.
      await comparisons.first { _ in true } ?? DriftComparison()
    } onCancel: {
      end.come()
    }
  }

  /// Makes the comparison, and blocks the calling thread meanwhile.
  ///
  /// The method uses no tasks, because all threads that run tasks may be blocked in it.
  package static func waiting(
    for exchanges: [StubExchange], by plan: Plan, asking server: LiveServer = .shared,
    until end: EarlyEnd = EarlyEnd()
  ) -> DriftComparison {
    var comparison = DriftComparison()
    let asked = comparison.questions(about: exchanges, by: plan, to: server)
    let answers = Locked([Int: LiveServer.Answer]())
    let open = DispatchGroup()
    for (index, (_, question)) in asked.enumerated() {
      open.enter()
      BlockingWork.perform {
        let answer = server.answer(
          to: question, most: plan.most, authorizing: plan.authorize, until: end)
        answers.withLock { $0[index] = answer }
        open.leave()
      }
    }
    open.wait()
    for (index, (exchange, _)) in asked.enumerated() {
      guard let answer = answers.withLock({ $0[index] }) else { continue }
      comparison.compare(exchange, with: answer, of: server, by: plan)
    }
    return comparison
  }

  private mutating func questions(
    about exchanges: [StubExchange], by plan: Plan, to server: LiveServer
  ) -> [(exchange: StubExchange, question: LiveQuestion)] {
    var asked: [(exchange: StubExchange, question: LiveQuestion)] = []
    var known: Set<[AnyHashable]> = []
    for exchange in exchanges where exchange.isComparable && plan.methods.contains(exchange.method)
    {
      guard
        let question = LiveQuestion(
          exchange.request, keepingCredentials: plan.keepsCredentials, without: plan.names)
      else {
        let reason =
          exchange.request.isHTTP
          ? "a part of its address, headers or body is hidden in reports or recordings"
          : "only HTTP requests are sent to a server"
        note("\(exchange.request) is not compared: \(reason)", server)
        continue
      }
      // One stub may answer equal requests differently.
      let answer: [AnyHashable] = [
        question.key, exchange.stub.map { "\($0)" }, exchange.response?.status,
        exchange.responseBody,
      ]
      if known.insert(answer).inserted {
        asked.append((exchange, question))
      }
    }
    return asked
  }

  private mutating func compare(
    _ exchange: StubExchange, with answer: LiveServer.Answer, of server: LiveServer, by plan: Plan
  ) {
    switch answer {
    case .shape(let live):
      count += 1
      let isAnonymous = plan.authorize == nil && !plan.keepsCredentials
      let differences = exchange.shape?.differences(from: live, isAnonymous: isAnonymous) ?? []
      if !differences.isEmpty { drifts.append(Drift(exchange: exchange, differences: differences)) }
    case .unreachable(let host, let reason):
      note("\(host) could not be reached, and nothing is compared with it: \(reason)", server)
    case .tooMany:
      note(
        "Only \(plan.most) requests are sent to real servers; the others are not compared.",
        server)
    case .failed(let reason):
      note("\(exchange.request) is not compared: \(reason)", server)
    }
  }

  package func problems(failing isFailing: Bool = false) -> [ExchangeProblem] {
    drifts.filter(\.isHarmful).map { isFailing ? $0.problem : $0.problem.asWarning }
      + news.map { ExchangeProblem.request($0).asWarning.asWhole }
  }

  private mutating func note(_ remark: String, _ server: LiveServer) {
    guard !remarks.contains(remark) else { return }
    remarks.append(remark)
    if server.isNew(remark) { news.append(remark) }
  }
}

extension StubExchange {
  fileprivate var method: StubRequest.Method { request.method }

  /// Whether a stub gave an answer that stands for a real server's, rather than for a fault.
  fileprivate var isComparable: Bool {
    stub != nil && response != nil && !isFault && !isOfStubServer
      && [.finished, .redirected, .challenged].contains(outcome)
  }

  fileprivate var shape: AnswerShape? {
    response.map { head in
      AnswerShape(
        status: head.status, contentType: head.headers["Content-Type"],
        body: outcome == .finished && method != .head ? responseBody : nil)
    }
  }
}
