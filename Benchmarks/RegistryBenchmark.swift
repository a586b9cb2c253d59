import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cost of a registry apart from decisions: filled, emptied, held in memory, and as a scope.
struct RegistryBenchmark {
  let options: Options
  let progress: Progress

  /// The cost of a scope that is opened and closed, empty and with a stub.
  func scopes() -> [Figures.Scope] {
    [
      scope("opened and closed, empty") {},
      scope("opened and closed, with one stub") {
        stub(condition: isHost("api.example.com") && isPath("/v1/items"), response: .status(200))
      },
    ]
  }

  private func scope(_ what: String, _ body: @escaping () -> Void) -> Figures.Scope {
    progress.show("scope: \(what)")
    let rounds = 1_000
    let run = { for _ in 0..<rounds { withStubs { _ in body() } } }
    run()
    let before = Allocations.bytesInUse
    let costs = (0..<options.repetitions).map { _ in nanoseconds(run) / Double(rounds) }
    let count = Double(rounds * options.repetitions)
    let bytes = before.flatMap { before in Allocations.bytesInUse.map { ($0 - before) / count } }
    return Figures.Scope(what: what, cost: Sample(costs), bytes: bytes)
  }

  /// The cost of adding and removing, with different keys and with equal ones.
  func registering() -> [Figures.Registering] {
    let count = options.depth == .quick ? 20_000 : 100_000
    let different = Family.all[0]
    return [
      added("registering, conditions at hand", count, different.condition, isConditionTimed: false),
      added(
        "registering, making the conditions, too", count, different.condition,
        isConditionTimed: true),
      added(
        "registering, equal keys", count, { _ in different.condition(0) }, isConditionTimed: false),
      removed("removing, oldest first", count, different.condition, order: { $0 }),
      removed("removing, newest first", count, different.condition, order: { $0.reversed() }),
      removed("removing, shuffled", count, different.condition, order: { $0.shuffled() }),
      removed(
        "removing, equal keys, shuffled", count, { _ in different.condition(0) },
        order: { $0.shuffled() }),
    ]
  }

  private func added(
    _ what: String, _ count: Int, _ condition: @escaping (Int) -> RequestMatcher,
    isConditionTimed: Bool
  ) -> Figures.Registering {
    progress.show("\(what), \(count) stubs")
    let conditions = isConditionTimed ? [] : (0..<count).map(condition)
    let costs = (0..<(options.depth == .quick ? 3 : 7)).map { _ -> Double in
      let registry = StubRegistry()
      let cost = nanoseconds {
        for number in 0..<count {
          let condition = isConditionTimed ? condition(number) : conditions[number]
          registry.stub(condition: condition, response: .status(200))
        }
      }
      registry.removeAll()
      return cost / Double(count)
    }
    return Figures.Registering(what: what, stubs: count, cost: Sample(costs))
  }

  private func removed(
    _ what: String, _ count: Int, _ condition: (Int) -> RequestMatcher,
    order: ([Stub]) -> [Stub]
  ) -> Figures.Registering {
    progress.show("\(what), \(count) stubs")
    let costs = (0..<(options.depth == .quick ? 3 : 7)).map { _ -> Double in
      let registry = StubRegistry()
      let stubs = order(
        (0..<count).map { registry.stub(condition: condition($0), response: .status(200)) })
      let cost = nanoseconds {
        for stub in stubs { stub.remove() }
      }
      precondition(registry.stubs.isEmpty)
      return cost / Double(count)
    }
    return Figures.Registering(what: what, stubs: count, cost: Sample(costs))
  }

  /// What a stub takes in memory.
  func memory() -> [Figures.Memory] {
    let count = 10_000
    return Family.all.filter { $0.largest >= count }.compactMap { family in
      progress.show("memory: \(family.name), \(count) stubs")
      guard let before = Allocations.bytesInUse else { return nil }
      let registry = StubRegistry()
      for number in 0..<count {
        registry.stub(condition: family.condition(number), response: .status(200))
      }
      guard let after = Allocations.bytesInUse else { return nil }
      registry.removeAll()
      return Figures.Memory(
        family: family.name, stubs: count, bytesPerStub: (after - before) / Double(count))
    }
  }
}
