import Foundation

extension HARArchive {
  /// The stubs for the archive in a file.
  static func stubs(
    in file: URL, matching parts: ArchiveMatching, timing: ArchiveTiming
  ) throws(ArchiveError) -> [ArchivedStub] {
    do {
      return try read(file).stubs(matching: parts, timing: timing)
    } catch {
      throw error.file == nil && error.place == nil ? error : error.inFile(file)
    }
  }

  /// The stubs for the archive's requests, in the order in which they are to be registered.
  ///
  /// Entries for the same request take turns, in the order of the archive; the last one repeats.
  func stubs(matching parts: ArchiveMatching, timing: ArchiveTiming) throws(ArchiveError)
    -> [ArchivedStub]
  {
    var groups: [(request: ArchivedRequest, entries: [Int])] = []
    var positions: [ArchivedRequest: Int] = [:]
    for (index, entry) in entries.enumerated() {
      // Archives of browsers also hold what is in no need of a stub: `data:`, `blob:`, `ws:`.
      guard let request = ArchivedRequest(entry.request, by: parts) else { continue }
      if let position = positions[request] {
        groups[position].entries.append(index)
      } else {
        positions[request] = groups.count
        groups.append((request, [index]))
      }
    }
    // The newest stub wins: those that match more, since something was redacted, come first.
    groups = groups.filter(\.request.isVague) + groups.filter { !$0.request.isVague }

    var stubs: [ArchivedStub] = []
    for (request, indices) in groups {
      let responses = indices.map { entries[$0].stubResponse(timing: timing) }
      do {
        stubs.append(
          ArchivedStub(
            condition: try request.condition(),
            response: responses.count == 1 ? responses[0] : .sequence(responses)))
      } catch {
        throw ArchiveError("\(error)", at: "$.log.entries[\(indices[0])].request.url")
      }
    }
    return stubs
  }
}
