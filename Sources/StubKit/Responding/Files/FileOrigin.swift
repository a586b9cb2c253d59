package import Foundation

package enum FileOrigin: Sendable {
  case url(URL)
  case fixture(Fixture)

  /// `purpose` says in an error what the file is for.
  package func read(for purpose: String = "the stub's response") throws(URLError) -> Data {
    switch self {
    case .url(let url): try Self.contents(of: url, for: purpose)
    case .fixture(let fixture): try Self.contents(of: fixture.locate(), for: purpose)
    }
  }

  /// A JSON file loses its byte order mark, with which JSON must not begin.
  func body() throws(URLError) -> Data {
    let data = try read()
    guard mediaType?.hasSuffix("json") ?? false, let mark = ByteOrderMark(data) else { return data }
    if let complaint = mark.complaint {
      let file = name.withVisibleControls
      throw URLError(
        .cannotParseResponse, "The file for the stub's response, \(file), \(complaint).")
    }
    return data.dropFirst(mark.count).basedAtZero
  }

  var mediaType: String? { MediaType.forExtension((name as NSString).pathExtension) }

  private var name: String {
    switch self {
    case .url(let url): url.path
    case .fixture(let fixture): fixture.name
    }
  }

  /// Files up to this size are copied, which is as fast: a mapped file that shrinks causes a crash.
  private static let largestCopied = 1 << 20

  private static func contents(of url: URL, for purpose: String) throws(URLError) -> Data {
    guard url.isFileURL else {
      throw .missing("A stub's file must have a file URL, not \(url.absoluteString).")
    }
    let path = url.path.withVisibleControls
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: url.resolvingSymlinksInPath().path)
    guard let attributes else {
      let folder = url.deletingLastPathComponent().path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      throw .missing(
        "There is no file \(url.lastPathComponent.swiftLiteral) for \(purpose): looked at \(path)."
          + names.prefix(1_000).hint(onMissing: url.path, or: "Put it there"))
    }
    let type = attributes[.type] as? FileAttributeType
    // Reading a device or a pipe might never end.
    guard type == .typeRegular else {
      let other = type == .typeDirectory ? "a directory" : "not a regular file"
      throw .missing("There must be a file for \(purpose), but \(path) is \(other).")
    }
    let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
    do {
      return try Data(contentsOf: url, options: size > largestCopied ? .mappedIfSafe : [])
    } catch {
      throw .missing(
        "The file for \(purpose), \(path), cannot be read: \(error.localizedDescription)")
    }
  }
}

extension URLError {
  static func missing(_ message: String) -> URLError { URLError(.fileDoesNotExist, message) }
}
