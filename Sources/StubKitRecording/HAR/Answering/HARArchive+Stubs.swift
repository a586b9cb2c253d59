import Foundation
import StubKit

extension HARArchive {
  static func stubs(
    in file: URL, matching parts: ArchiveMatching, timing: ArchiveTiming, isStrict: Bool
  ) throws(ArchiveError) -> ArchivedStubs {
    do {
      return try read(file, isStrict: isStrict).stubs(
        matching: parts, timing: timing, of: file, isStrict: isStrict)
    } catch {
      throw error.file == nil && error.place == nil ? error : error.inFile(file)
    }
  }

  /// Makes the stubs; entries for one request answer in the archive's order, and the last repeats.
  ///
  /// With `asksAgain`, the network answers in place of failures that no answer follows. With
  /// `isStrict`, a request that cannot be stubbed is an error; otherwise it is a remark.
  func stubs(
    matching parts: ArchiveMatching, timing: ArchiveTiming, of file: URL? = nil,
    asksAgain: Bool = false, isStrict: Bool = false
  ) throws(ArchiveError) -> ArchivedStubs {
    let names = ArchiveNames(of: self)
    let loose = entries.map { names?.loosening($0.request) ?? $0.request }
    var requests: [(request: ArchivedRequest, position: Int)] = []
    var stubs = ArchivedStubs(remarks: remarks)
    for (index, entry) in entries.enumerated() {
      guard let request = ArchivedRequest(loose[index], by: parts) else {
        // Browsers also save URLs that need no stub, such as `data:`, `blob:` and `ws:`.
        guard entry.request.isMalformed else { continue }
        let error = ArchiveError(
          "expected the URL of a request, found \(entry.request.url.shortened(to: 60).swiftLiteral)",
          at: "$.log.entries[\(entry.index)].request.url")
        if isStrict { throw error }
        stubs.append("left out: \(error)")
        continue
      }
      requests.append((request, index))
    }
    // A last slash counts only where requests differ in it alone, as a redirect and its target do.
    let spellings = Dictionary(grouping: Set(requests.map(\.request)), by: \.withAnyEnd)
    requests = requests.map { request, position in
      (spellings[request.withAnyEnd]?.count == 1 ? request.withAnyEnd : request, position)
    }
    // In a query, values that are new in each run and text beside a secret do not count, unless
    // several recorded requests differ in them and the live request equals one of these exactly.
    var groups: [ArchivedGroup] = []
    for (loose, members) in requests.grouped(by: \.request.withAnyQueryText) {
      let exact = members.grouped(by: \.request)
      groups.append(ArchivedGroup(request: loose, positions: members.map(\.position)))
      guard exact.count > 1 else { continue }
      groups[groups.count - 1].isSpare = true
      groups += exact.map {
        ArchivedGroup(request: $0.key, positions: $0.elements.map(\.position), isSpare: true)
      }
    }
    if parts.isDecidedByBodies { groups = groups.flatMap { $0.split(by: loose) } }
    // The newest stub wins, so vague requests, which match more, are registered first.
    groups = groups.filter(\.request.isVague) + groups.filter { !$0.request.isVague }
    if let names {
      groups = groups.flatMap { $0.split(by: names, in: entries, matching: parts) }
      // A request may send only some names of a group: the matching group with fewest names wins.
      groups = groups.enumerated().sorted {
        ($1.element.nameCount, $0.offset) < ($0.element.nameCount, $1.offset)
      }.map(\.element)
    }

    for group in groups {
      // With `asksAgain`, the network answers in place of the failures at the end of the group.
      let failures = group.positions.reversed().prefix {
        asksAgain && !entries[$0].response.isWhole
      }
      let indices = group.positions.dropLast(failures.count)
      var responses = indices.map { entries[$0].stubResponse(timing: timing, of: file) }
      if indices.count < group.positions.count { responses.append(.passThrough) }
      do {
        stubs.append(
          ArchivedStub(
            condition: try group.request.condition(group.names, on: group.path),
            response: responses.count == 1 ? responses[0] : .sequence(responses),
            place: "entries" + group.positions.map { "[\(entries[$0].index)]" }.phrase,
            isSpare: group.isSpare))
      } catch {
        let error = ArchiveError(
          "\(error)", at: "$.log.entries[\(entries[group.positions[0]].index)].request.url")
        if isStrict { throw error }
        stubs.append("left out: \(error)")
      }
    }
    return stubs
  }
}

extension HAREntry.Request {
  fileprivate var isMalformed: Bool {
    guard let scheme = URL(string: url)?.scheme?.lowercased() else { return true }
    // `ArchivedRequest` refuses an http or https URL only for its host or its port.
    return ["http", "https"].contains(scheme)
  }
}

extension ArchiveMatching {
  fileprivate var isDecidedByBodies: Bool {
    contains(.path) && isDisjoint(with: [.body, .anyBody])
  }
}
