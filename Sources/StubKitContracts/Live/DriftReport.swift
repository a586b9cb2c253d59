public import StubKit
import StubKitDrift

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// The differences between the responses of stubs and those of the real server.
public struct DriftReport: Sendable, CustomStringConvertible {
  /// One request that a stub and the real server answered differently.
  public struct Drift: Sendable, CustomStringConvertible {
    /// The exchange that the stub answered.
    public let exchange: StubExchange
    /// Whether code that works with the stub may fail with the server.
    ///
    /// New members alone do no harm.
    public let isHarmful: Bool
    /// The request, and a table of the places that differ.
    public let description: String
  }

  /// How many responses were compared.
  public let comparedCount: Int
  /// The requests that were answered differently, in the order of the exchanges.
  public let drifts: [Drift]
  /// What was not compared, and why.
  public let remarks: [String]

  init(_ comparison: DriftComparison, remarks others: [String] = []) {
    comparedCount = comparison.count
    remarks = others + comparison.remarks
    drifts = comparison.drifts.map { drift in
      let title = "\(drift.exchange.request)" + (drift.exchange.stub.map { " · \($0.title)" } ?? "")
      return Drift(
        exchange: drift.exchange, isHarmful: drift.isHarmful,
        description: ([title] + drift.table).joined(separator: "\n"))
    }
  }

  /// Whether code that works with the stubs may fail with the server.
  public var hasDrifted: Bool { drifts.contains(where: \.isHarmful) }

  /// The number of compared responses, a table for each that differs, and what was not compared.
  public var description: String {
    let answers = comparedCount == 1 ? "1 answer" : "\(comparedCount) answers"
    let harmful = drifts.count(where: \.isHarmful)
    let head = "\(answers) compared with the real server: \(harmful) drifted"
    return ([head] + drifts.map(\.description) + remarks).joined(separator: "\n")
  }
}

extension DriftComparison.Plan {
  init(
    also methods: Set<StubRequest.Method>, most: Int,
    authorizing authorize: (@Sendable (inout URLRequest) async throws -> Void)?
  ) {
    self.init()
    self.methods.formUnion(methods)
    (self.most, self.authorize) = (most, authorize)
  }
}
