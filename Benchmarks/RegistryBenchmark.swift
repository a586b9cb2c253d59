import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cost of a registry apart from decisions: empty, filled, emptied, and held in memory.
struct RegistryBenchmark {
  let options: Options
  let progress: Progress

  /// The cost of asking a registry that has no stubs.
  func idle() -> Sample {
    progress.show("idle: nothing registered")
    let registry = StubRegistry(unmatched: .passThrough)
    let request = request("https://api.example.com/v1/items/17")
    let rounds = 100_000
    return Sample(
      (0..<options.repetitions).map { _ in
        let time = nanoseconds {
          for _ in 0..<rounds { DecisionBenchmark.keep(registry.answers(request)) }
        }
        return time / Double(rounds)
      })
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
