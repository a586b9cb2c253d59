import Foundation
import StubKit

/// A file that answers requests, and records the network's answers to other requests.
final class Recording: Sendable {
  let file: RecordingFile
  let mode: RecordingMode
  private let redaction: Redaction
  /// Nil if the file does not exist, or does not answer requests.
  private let archive: HARArchive?
  private let role: RecordingRole
  /// The state of the file when the recording began; nil if there was no file.
  private let stamp: RecordingFile.Stamp?
  /// The state of the file's other recordings in this process when this recording began.
  private let shared: RecordingsUnderWay.Shared
  private let exchanges = Locked<[ForwardedExchange]>([])

  init(to url: URL, mode: RecordingMode, redacting redaction: Redaction) throws(ArchiveError) {
    let file = try RecordingFile(url)
    self.file = file
    self.mode = mode
    self.redaction = redaction
    let isMade = mode != .never && mode != .compare
    if !isMade, file.stamp == nil {
      throw ArchiveError(
        "There is no recording at \(url.path), and with the mode \(mode) "
          + "no request goes to the network to make one.")
    }
    if isMade, file.hasRemains {
      // If another recording has the lock, it removes the draft itself.
      try? FolderLock.withLock(on: file.folder, for: file, patience: .seconds(1)) {
        () throws(ArchiveError) in file.removeRemains()
      }
    }
    var stamp: RecordingFile.Stamp?
    (role, shared) = RecordingsUnderWay.begin(file) { isBeingMade in
      stamp = file.stamp
      return switch mode.kind {
      case .never, .compare: .reader
      // Overlapping recordings count as one: until the last has written, the file is incomplete.
      case .once: stamp == nil || isBeingMade ? .maker : .reader
      case .append, .rewrite: stamp == nil ? .maker : .writer
      }
    }
    self.stamp = stamp
    do {
      let isWrittenAgain = mode == .append
      archive =
        isWrittenAgain || role == .reader
        ? try Self.read(file, isWrittenAgain: isWrittenAgain) : nil
    } catch {
      RecordingsUnderWay.end(file, as: role)
      throw error
    }
  }

  deinit {
    RecordingsUnderWay.end(file, as: role)
  }

  /// Whether the network answers the requests that the file does not answer.
  var isOpen: Bool { role != .reader }

  var isCompared: Bool { mode == .compare }

  /// The names that stand for secrets in the file.
  var names: [[UInt8]] { archive?.namesAsBytes ?? [] }

  private static func read(
    _ file: RecordingFile, isWrittenAgain: Bool
  ) throws(ArchiveError) -> HARArchive? {
    file.stamp == nil ? nil : try file.read(isWrittenAgain: isWrittenAgain)
  }

  /// Returns the stubs that answer from the file.
  @discardableResult
  func begin(
    in registry: StubRegistry, matching parts: ArchiveMatching, timing: ArchiveTiming,
    location: StubLocation
  ) throws(ArchiveError) -> [Stub] {
    let archived = try stubs(matching: parts, timing: timing)
    registry.tell(remarks: archived.remarks, on: file.url.path, at: location)
    if isOpen {
      _ = registry.associatedObjects.object(ForwardedExchanges.self) {
        ForwardedExchanges { [weak self] exchange in
          self?.exchanges.withLock { $0.append(exchange) }
        }
      }
    }
    return archived.map { stub in
      registry.stub(
        condition: stub.condition, named: "\(file.url.lastPathComponent) \(stub.place)",
        expected: .any, at: location, answeredBy: .value(stub.response))
    }
  }

  private func stubs(
    matching parts: ArchiveMatching, timing: ArchiveTiming
  ) throws(ArchiveError) -> ArchivedStubs {
    do {
      return try archive?.stubs(
        matching: parts, timing: timing, of: file.url, asksAgain: isOpen) ?? ArchivedStubs()
    } catch {
      throw error.inFile(file.url)
    }
  }
}

extension Recording {
  /// Writes the network's answers; returns remarks for the test on what is not recorded.
  ///
  /// With `isAskedAround`, a request that no stub matched came to a scope around the recording.
  func end(isAskedAround: Bool = false) throws(ArchiveError) -> [String] {
    guard isOpen else { return [] }
    let finder = SecretFinder(names)
    var remarks: [String] = []
    let exchanges = exchanges.withLock { $0 }.filter { exchange in
      guard let name = exchange.refusedName(finder) else { return true }
      remarks.append(remark(on: exchange, refusedFor: name))
      return false
    }
    guard exchanges.contains(where: { $0.error == nil || $0.response != nil }) else {
      return remarks.isEmpty
        ? remarksOnNothing(failures: exchanges.count, isAskedAround: isAskedAround) : remarks
    }
    // Addresses that differ only in secrets must not be ordered by the values of these.
    var redactor = Redactor(redaction)
    let ordered = exchanges.map { exchange in
      let exchange = RecordedExchange(exchange)
      return (exchange, address: redactor.address(exchange.url))
    }.sorted {
      ($0.address, $0.0.method, $0.0.start) < ($1.address, $1.0.method, $1.0.start)
    }.map(\.0)
    let draft = try RecordingDraft(
      of: ordered, by: redaction,
      naming: SecretNames(after: names, knowing: shared.names))
    do {
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: file.folder), withIntermediateDirectories: true)
    } catch {
      let reason = file.obstacle.map { "\($0) is not a folder" } ?? error.localizedDescription
      throw ArchiveError("The recording cannot be written to \(file.place): \(reason)")
    }
    try FolderLock.withLock(on: file.folder, for: file) { () throws(ArchiveError) in
      try write(draft)
    }
    return remarks
  }

  private func remark(on exchange: ForwardedExchange, refusedFor name: String) -> String {
    var redactor = Redactor(redaction)
    let address = redactor.address(exchange.request.url?.absoluteString ?? "")
    return """
      \(exchange.request.httpMethod ?? "GET") \(address) was answered with \
      \(exchange.response?.status ?? 0), and is not recorded: it sent \(name.swiftLiteral), which stands for \
      a secret in this file, and which the server does not know; run once with STUBKIT_RECORD=1 in the \
      environment to record the whole file anew.
      """
  }

  private func remarksOnNothing(failures: Int, isAskedAround: Bool) -> [String] {
    // With `.append`, a file that answers every request needs no addition.
    let hasFile = file.stamp != nil
    guard failures > 0 || mode != .append || !hasFile else { return [] }
    let reason =
      failures > 0
      ? "not one of \(failures) \(failures == 1 ? "request" : "requests") was answered"
      : isAskedAround
        ? "requests came only to the scope around the recording; start the stub server, or make the "
          + "session, within the recording"
        : "no request of this scope went to the network"
    let consequence = hasFile ? "the file stays as it was" : "there still is no file"
    return ["nothing is recorded, and \(consequence): \(reason)."]
  }

  /// Merges the draft into the file, or replaces the file with it; the caller holds the lock.
  private func write(_ draft: RecordingDraft) throws(ArchiveError) {
    let now = RecordingsUnderWay.shared(file)
    let stampNow = file.stamp
    // Another recording, of any process, may have written the file in the meantime.
    let isUntouched = stampNow == stamp && now.writes == shared.writes
    var former: HARArchive?
    var archive: HARArchive
    if mode == .rewrite, isUntouched, stamp == nil || shared.stamp != stamp {
      former = try? Self.read(file, isWrittenAgain: false)
      archive = HARArchive(entries: [])
    } else {
      archive = try current(now, stampNow) ?? self.archive ?? HARArchive(entries: [])
    }
    let draft = try draft.named(like: former ?? archive, knowing: now.names)
    let entries = draft.entries.keepingLines(of: former?.entries ?? [])
    let names = Set(archive.names)
    archive.names += draft.names.texts.filter { !names.contains($0) }
    // With `.append`, the file answered first, and the network after it.
    var base = mode == .append ? self.archive : nil
    if mode == .append {
      base?.names = archive.names
      let requests = entries.map(\.request)
      archive.removeFailures(of: requests)
      base?.removeFailures(of: requests)
    }
    archive.mergeEntries(entries, after: base?.entries ?? [])
    try file.replace(with: archive.data)
    RecordingsUnderWay.note(archive, naming: draft.names.names, in: file)
  }

  private func current(
    _ shared: RecordingsUnderWay.Shared, _ stamp: RecordingFile.Stamp?
  ) throws(ArchiveError) -> HARArchive? {
    // Of many simultaneous recordings, each would otherwise read what another has just written.
    if let archive = shared.archive, shared.stamp == stamp { return archive }
    return try Self.read(file, isWrittenAgain: true)
  }
}

extension ForwardedExchange {
  /// The first of `names` that the request sent, if the server refused the request.
  fileprivate func refusedName(_ names: SecretFinder) -> String? {
    guard let status = response?.status, (400..<500).contains(status) else { return nil }
    let headers = request.allHTTPHeaderFields ?? [:]
    let texts =
      [request.url?.absoluteString ?? ""] + headers.values.sorted()
      + [String(decoding: requestBody ?? Data(), as: UTF8.self)]
    let match = texts.lazy.compactMap { text in text.withBytes { names.matches(in: $0).first } }
    return match.first.map { String(decoding: $0.secret, as: UTF8.self) }
  }
}

extension RecordingFile {
  /// The path of what stands in the folder's way, such as a file or a broken link; nil if nothing.
  var obstacle: String? {
    let files = FileManager.default
    var path = folder
    while (try? files.attributesOfItem(atPath: path)) == nil {
      let parent = (path as NSString).deletingLastPathComponent
      if parent == path || parent.isEmpty { return nil }
      path = parent
    }
    var isFolder: ObjCBool = false
    return files.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue ? nil : path
  }
}
