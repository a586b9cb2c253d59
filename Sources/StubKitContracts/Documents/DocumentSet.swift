import Foundation
import StubKit

/// A description, and a cache of the files that it refers to.
final class DocumentSet: Sendable {
  let root: StubJSON
  /// Nil if the description came as data.
  let url: URL?
  /// Names that occur twice in one mapping.
  private let ownDuplicates: [YAMLReader.Duplicate]
  private let data: Data?
  private let others = Locked<[URL: Result<DescriptionText.Content, OpenAPIError>]>([:])
  private let anchors = Locked<[URL?: [String: [String]]]>([:])

  init() {
    (root, url, ownDuplicates, data) = (.null, nil, [], nil)
  }

  init(readingFrom url: URL) throws(OpenAPIError) {
    let (root, duplicates) = try DescriptionText.value(at: url)
    (self.root, self.url, ownDuplicates, data) = (root, url, duplicates, nil)
  }

  init(reading data: Data, named name: String) throws(OpenAPIError) {
    let (root, duplicates) = try DescriptionText.value(of: data, named: name)
    (self.root, url, ownDuplicates, self.data) = (root, nil, duplicates, data)
  }

  /// The names that occur twice, in the files read so far.
  var duplicates: [DocumentPlace] {
    let others = others.withLock { $0 }.compactMapValues { try? $0.get().duplicates }
    return ownDuplicates.map { DocumentPlace(path: $0.path) }
      + others.filter { !$0.value.isEmpty }.sorted { $0.key.path < $1.key.path }
      .flatMap { url, own in own.map { DocumentPlace(file: url, path: $0.path) } }
  }

  func document(at url: URL) throws(OpenAPIError) -> StubJSON {
    if url == self.url { return root }
    if let known = others.withLock({ $0[url] }) { return try known.get().value }
    let result = Result { () throws(OpenAPIError) in try DescriptionText.value(at: url) }
    others.withLock { $0[url] = result }
    return try result.get().value
  }

  /// `address` may be relative to the file of `place`.
  func data(at address: String, from place: DocumentPlace) throws(OpenAPIError) -> Data {
    guard let url = URL(string: address, relativeTo: place.file ?? url) else {
      throw OpenAPIError("\(address.swiftLiteral) is neither a URL nor a path to a file.")
    }
    return try DescriptionText.data(at: url.absoluteURL)
  }

  /// Resolves a reference; a path in the result need not lead to a value.
  func place(of reference: String, from place: DocumentPlace) -> DocumentPlace? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var file = place.file
    if let name = parts.first, !name.isEmpty {
      guard let base = place.file ?? url, let url = URL(string: String(name), relativeTo: base)
      else {
        return nil
      }
      file = url.absoluteURL == self.url?.absoluteURL ? nil : url.absoluteURL
    }
    guard parts.count > 1, !parts[1].isEmpty else { return DocumentPlace(file: file) }
    guard let pointer = String(parts[1]).removingPercentEncoding else { return nil }
    guard pointer.hasPrefix("/") else {
      return anchors(in: file)[pointer].map { DocumentPlace(file: file, path: $0) }
    }
    return DocumentPlace(file: file, path: PointerNames.names(in: pointer.dropFirst()))
  }

  private func anchors(in file: URL?) -> [String: [String]] {
    if let known = anchors.withLock({ $0[file] }) { return known }
    let index = value(at: DocumentPlace(file: file)).map {
      SchemaDocument.Index(of: $0, at: file ?? url ?? URL(fileURLWithPath: "/"))
    }
    let found = index?.namedPaths ?? [:]
    anchors.withLock { $0[file] = found }
    return found
  }

  private static let mostReferences = 32

  /// The value at a place, after following references; nil if there is nothing at the place itself.
  func followed(
    _ place: DocumentPlace
  ) throws(OpenAPIError) -> (place: DocumentPlace, value: StubJSON)? {
    guard var value = value(at: place) else { return nil }
    var place = place
    for _ in 0..<Self.mostReferences {
      guard let reference = value["$ref"]?.string else { return (place, value) }
      let next = self.place(of: reference, from: place)
      // If the file cannot be read, this throws the reason.
      if let file = next?.file { _ = try document(at: file) }
      guard let next, let found = self.value(at: next) else {
        throw OpenAPIError("$ref \(reference.swiftLiteral) leads nowhere")
      }
      (place, value) = (next, found)
    }
    throw OpenAPIError(
      "$ref leads back to itself, or over more than \(Self.mostReferences) references")
  }

  func value(at place: DocumentPlace) -> StubJSON? {
    var value =
      place.file == nil ? root : try? document(at: place.file ?? URL(fileURLWithPath: "/"))
    for name in place.path {
      if case .array? = value {
        value = Int(name).flatMap { value?[$0] }
      } else {
        value = value?[name]
      }
    }
    return value
  }

  /// Reads the files again to find the line numbers.
  func lines(of places: [DocumentPlace]) -> [DocumentPlace: Int] {
    var lines: [DocumentPlace: Int] = [:]
    for (file, places) in Dictionary(grouping: places, by: \.file) {
      let url = file ?? url
      guard let text = url.map({ try? DescriptionText.data(at: $0) }) ?? data else { continue }
      let known = YAMLReader.places(of: Set(places.map(\.path)), in: text)
      for place in places { lines[place] = known[place.path]?.line }
    }
    return lines
  }
}
