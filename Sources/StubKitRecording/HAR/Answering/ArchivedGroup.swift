import Foundation
import StubKit

/// The entries of an archive that answer the same requests.
struct ArchivedGroup {
  var request: ArchivedRequest
  /// Positions among all entries, in the order of the archive.
  let positions: [Int]
  private(set) var names: ArchivedNamesCriterion?
  /// The path with the name of a secret, if that name distinguishes the requests.
  private(set) var path: String?
  /// Whether other groups have the same entries, so that this group may remain unused.
  var isSpare = false

  /// How many names the criterion lists; a vague request without names counts as having the most.
  var nameCount: Int {
    names.map { $0.wanted.reduce(0) { $0 + $1.names.count } } ?? (request.isVague ? .max : 0)
  }

  /// One group for each body, if the bodies are known and differ.
  ///
  /// Bodies that differ only in fleeting values also get a common group, which answers in the order
  /// of the archive; a request with exactly one of these bodies gets the answers for that body.
  func split(by requests: [HAREntry.Request]) -> [ArchivedGroup] {
    let requests = positions.map { requests[$0] }
    let bodies = requests.map { $0.isBodyUnknown ? nil : ArchivedBody($0.body) }
    guard Set(bodies).count > 1 else {
      var group = self
      group.request.operation = requests.first.flatMap { $0.body?.operation }
      return [group]
    }
    var groups: [ArchivedGroup] = []
    var members: [(position: Int, body: ArchivedBody)] = []
    var others: [Int] = []
    for (position, body) in zip(positions, bodies) {
      if let body { members.append((position, body)) } else { others.append(position) }
    }
    if !others.isEmpty { groups.append(with(nil, others)) }
    for (loose, members) in members.grouped(by: \.body.withoutFleetingValues) {
      groups.append(with(loose, members.map(\.position)))
      let exact = members.grouped(by: \.body)
      guard exact.count > 1 else { continue }
      groups[groups.count - 1].isSpare = true
      groups += exact.map { with($0.key, $0.elements.map(\.position), isSpare: true) }
    }
    return groups
  }

  /// Groups by the names of secrets, if these names differ between the requests.
  ///
  /// A request with names gets only the answers of entries with these names. A request without
  /// names has secrets that only the app knows: it gets the answers of the entries whose secrets no
  /// answer has given to the app, in the order of the archive.
  func split(
    by names: ArchiveNames, in entries: [HAREntry], matching parts: ArchiveMatching
  ) -> [ArchivedGroup] {
    let named = positions.map { entries[$0].named(by: names, matching: parts) }
    let places = Set(named.flatMap(\.keys)).map { ($0, $0.words) }.sorted { $0.1 < $1.1 }.map(\.0)
    guard !places.isEmpty else { return [self] }
    let differing = places.filter { place in Set(named.map { $0[place] ?? [] }).count > 1 }
    let common = places.filter { !differing.contains($0) }
      .map { ArchivedNamesCriterion.Wanted(place: $0, kind: .any, names: named[0][$0] ?? []) }
    func group(_ positions: [Int], _ wanted: [ArchivedNamesCriterion.Wanted]) -> ArchivedGroup {
      var group = ArchivedGroup(request: request, positions: positions, isSpare: true)
      group.names = ArchivedNamesCriterion(wanted: common + wanted, names: names)
      return group
    }
    guard !differing.isEmpty else {
      var whole = group(positions, [])
      whole.isSpare = isSpare
      return [whole]
    }
    let ofApp = zip(positions, named).filter { position, own in
      !differing.contains { place in
        own[place].map(names.areGiven) ?? entries[position].lacks(place)
      }
    }.map(\.0)
    var groups = [
      group(
        ofApp.isEmpty ? positions : ofApp,
        differing.map { place in
          .init(place: place, kind: .none, names: named.flatMap { $0[place] ?? [] })
        })
    ]
    // Reversed, so that the archive's first stub is the newest: of equally good ones, it wins.
    for (own, members) in zip(positions, named).grouped(by: \.1).reversed() {
      let first = entries[members[0].0]
      for place in differing where own[place] != nil || first.lacks(place) {
        var wanted = differing.map { other in
          ArchivedNamesCriterion.Wanted(
            place: other,
            kind: other != place ? .any : own[place] == nil ? .nothing : .some,
            names: own[other] ?? [])
        }
        var path: String?
        if place == .path, own[place]?.count == 1 {
          // The registry can look up a whole path, but not names in it.
          path = ScannedURL.scanning(URL(string: first.request.url)) { $0.path }
          wanted.removeAll { $0.place == .path }
        }
        groups.append(group(members.map(\.0), wanted))
        groups[groups.count - 1].path = path
      }
    }
    return groups
  }

  private func with(
    _ body: ArchivedBody?, _ positions: [Int], isSpare: Bool = false
  ) -> ArchivedGroup {
    var request = request
    request.body = body
    request.isOneOfSeveral = true
    return ArchivedGroup(request: request, positions: positions, isSpare: isSpare)
  }
}

extension HAREntry.Request.Body {
  /// Nil unless the body is one GraphQL operation with a valid name.
  fileprivate var operation: String? {
    let operations = ParsedBody(data).form(GraphQLOperations.self).operations ?? []
    guard operations.count == 1, let name = operations[0].name, GraphQLDocument.isName(name)
    else { return nil }
    return name
  }
}

extension Sequence {
  /// Groups the elements by key; the groups are in the order in which their keys first occur.
  func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var positions: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let position = positions[key] {
        groups[position].elements.append(element)
      } else {
        positions[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}
