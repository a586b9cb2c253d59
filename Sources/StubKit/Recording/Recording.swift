import Foundation

/// A file that answers requests, and into which is written what it could not answer.
final class Recording: Sendable {
  private let file: URL
  private let redaction: Redaction
  /// What the file says already; nil if it does not exist, or is written anew.
  private let archive: HARArchive?
  /// What the file said before it is written anew.
  private let previous: HARArchive?
  /// Whether requests that the file does not answer go to the network.
  let isOpen: Bool
  private let exchanges = Locked<[ForwardedExchange]>([])

  /// Reads the file, as far as the mode needs it.
  init(to file: URL, mode: RecordingMode, redacting redaction: Redaction) throws(ArchiveError) {
    self.file = file
    self.redaction = redaction
    guard file.isFileURL else {
      throw ArchiveError("A recording needs the URL of a file, not \(file.absoluteString).")
    }
    let exists = FileManager.default.fileExists(atPath: file.path)
    switch mode.kind {
    case .never where !exists:
      throw ArchiveError(
        "There is no recording at \(file.path), and with the mode .never "
          + "no request goes to the network to make one."
      )
    case .never:
      archive = try HARArchive.read(file)
      isOpen = false
    case .once:
      archive = exists ? try HARArchive.read(file) : nil
      isOpen = !exists
    case .append:
      archive = exists ? try HARArchive.read(file) : nil
      isOpen = true
    case .rewrite:
      archive = nil
      isOpen = true
    }
    previous = mode == .rewrite && exists ? try? HARArchive.read(file) : nil
  }

  /// Has a registry answer what the file answers, and notes what the network answers.
  func begin(
    in registry: StubRegistry, matching parts: ArchiveMatching, timing: ArchiveTiming,
    location: StubLocation
  ) throws(ArchiveError) {
    for stub in try stubs(matching: parts, timing: timing) {
      let definition = Stub.Definition(
        condition: stub.condition, name: file.lastPathComponent, priority: 0, times: nil,
        isOptional: true, location: location)
      _ = registry.register(definition, responder: .value(stub.response))
    }
    guard isOpen else { return }
    ForwardedExchanges.tell(of: registry) { [weak self] exchange in
      self?.exchanges.withLock { $0.append(exchange) }
    }
  }

  private func stubs(
    matching parts: ArchiveMatching, timing: ArchiveTiming
  ) throws(ArchiveError) -> [ArchivedStub] {
    do {
      return try archive?.stubs(matching: parts, timing: timing) ?? []
    } catch {
      throw error.inFile(file)
    }
  }

  /// Writes down what the network answered, if anything is to be written.
  func end() throws(ArchiveError) {
    guard isOpen else { return }
    let exchanges = exchanges.withLock { $0 }
    guard !exchanges.isEmpty || archive == nil else { return }
    var archive = archive ?? HARArchive(entries: [])
    archive.entries += try entries(of: exchanges)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try archive.data.write(to: file, options: .atomic)
    } catch {
      throw ArchiveError(
        "The recording cannot be written to \(file.path): \(error.localizedDescription)")
    }
  }

  /// What is written of the exchanges: by address, and those of one address in their order.
  ///
  /// The order in which requests happen to overlap would make every diff a long one.
  private func entries(of exchanges: [ForwardedExchange]) throws(ArchiveError) -> [HAREntry] {
    let ordered = exchanges.sorted { $0.start < $1.start }.map(RecordedExchange.init)
    let redacted = RecordedExchange.redacting(ordered, by: redaction).enumerated().sorted {
      ($0.element.url, $0.element.method, $0.offset) < (
        $1.element.url, $1.element.method, $1.offset
      )
    }
    var former = previous?.entries ?? []
    var entries: [HAREntry] = []
    for exchange in redacted {
      let entry = try HAREntry(exchange.element)
      // What has not changed keeps its lines, with the times of when it was recorded first.
      if let index = former.firstIndex(where: { $0.isSameExchange(as: entry) }) {
        entries.append(former.remove(at: index))
      } else {
        entries.append(entry)
      }
    }
    return entries
  }
}
