/// The entries of an archive that answer the same requests.
struct ArchivedGroup {
  var request: ArchivedRequest
  /// Their positions among all entries, in the order of the archive.
  let positions: [Int]
  /// Whether other groups answer the same requests with the same entries, one by one.
  var isSpare = false

  /// The groups by the bodies of the requests, if these are known and not all the same.
  ///
  /// Where bodies differ only in values that are new in each run, whichever is asked gets the answers
  /// in the order of the archive, unless it is exactly one of them.
  func split(in entries: [HAREntry]) -> [ArchivedGroup] {
    let requests = positions.map { (position: $0, request: entries[$0].request) }
    let bodies = requests.map { $0.request.isBodyUnknown ? nil : ArchivedBody($0.request.body) }
    guard Set(bodies).count > 1 else {
      var group = self
      group.request.operation = requests.first.flatMap { $0.request.body?.operation }
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
      groups += exact.map { with($0.key, $0.elements.map(\.position)) }
    }
    return groups
  }

  private func with(_ body: ArchivedBody?, _ positions: [Int]) -> ArchivedGroup {
    var request = request
    request.body = body
    request.isOneOfSeveral = true
    return ArchivedGroup(request: request, positions: positions)
  }
}

extension HAREntry.Request.Body {
  /// The name of the GraphQL operation that it is, if it is one and has one.
  fileprivate var operation: String? {
    let operations = ParsedBody(data).form(GraphQLOperations.self).operations ?? []
    guard operations.count == 1, let name = operations[0].name, GraphQLDocument.isName(name)
    else { return nil }
    return name
  }
}

extension Sequence {
  /// The elements by what they have in common, in the order in which each of that comes first.
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
