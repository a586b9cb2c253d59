import StubKit

/// A value of a description with its place; reading a member follows its references.
struct Element {
  let documents: DocumentSet
  let place: DocumentPlace
  let value: StubJSON
  private let mistakes: Mistakes

  final class Mistakes {
    private(set) var all: [(place: DocumentPlace, text: String)] = []
    private var known: Set<String> = []

    func note(_ text: String, at place: DocumentPlace) {
      if known.insert("\(place): \(text)").inserted { all.append((place, text)) }
    }
  }

  init(of documents: DocumentSet, noting mistakes: Mistakes) {
    (self.documents, self.mistakes) = (documents, mistakes)
    (place, value) = (DocumentPlace(), documents.root)
  }

  private init(_ value: StubJSON, at place: DocumentPlace, like other: Element) {
    (documents, mistakes) = (other.documents, other.mistakes)
    (self.value, self.place) = (value, place)
  }

  /// A member, after following references.
  subscript(name: String) -> Element? {
    value[name].map { Element($0, at: place.appending(name), like: self).followed }
  }

  var children: [(name: String, element: Element)] {
    if isLost { return [] }
    let names: [String] =
      switch value {
      case .object(let members): members.keys.sorted()
      case .array(let elements): elements.indices.map(String.init)
      default: []
      }
    return names.map { name in
      let child = value.object?[name] ?? Int(name).flatMap { value[$0] } ?? .null
      return (name, Element(child, at: place.appending(name), like: self).followed)
    }
  }

  func string(_ name: String) -> String? { self[name]?.value.string }

  func bool(_ name: String) -> Bool? {
    guard let value = self[name]?.value else { return nil }
    if value.bool == nil {
      object("\(name) must be true or false, found \(value.shortened(to: 40))")
    }
    return value.bool
  }

  func object(_ text: String) { mistakes.note(text, at: place) }

  /// Whether the value is still a reference, because the reference could not be followed.
  var isLost: Bool { value["$ref"]?.string != nil }

  /// A reference that cannot be followed stays: the element is known to exist, but has no content.
  private var followed: Element {
    guard value["$ref"] != nil else { return self }
    do throws(OpenAPIError) {
      let found = try documents.followed(place)
      return found.map { Element($0.value, at: $0.place, like: self) } ?? self
    } catch {
      mistakes.note(error.description, at: place)
      return self
    }
  }
}
