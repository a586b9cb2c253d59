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
    var order: [ArchivedRequest] = []
    var entriesByRequest: [ArchivedRequest: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      // Archives of browsers also hold what is in no need of a stub: `data:`, `blob:`, `ws:`.
      guard let request = ArchivedRequest(entry.request, by: parts) else { continue }
      if entriesByRequest[request] == nil { order.append(request) }
      entriesByRequest[request, default: []].append(index)
    }
    // The newest stub wins: those that match more, since something was redacted, come first.
    order = order.filter(\.isVague) + order.filter { !$0.isVague }

    var stubs: [ArchivedStub] = []
    for request in order {
      let indices = entriesByRequest[request] ?? []
      let responses = indices.map { entries[$0].stubResponse(timing: timing) }
      guard let first = responses.first, let index = indices.first else { continue }
      do {
        stubs.append(
          ArchivedStub(
            condition: try request.condition(),
            response: responses.count == 1 ? first : .sequence(responses)))
      } catch {
        throw ArchiveError("\(error)", at: "$.log.entries[\(index)].request.url")
      }
    }
    return stubs
  }
}
