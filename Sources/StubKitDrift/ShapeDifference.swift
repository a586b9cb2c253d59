package struct ShapeDifference: Sendable, Hashable {
  /// For example `items[].price`.
  package let place: String
  package let stubbed: String
  package let live: String
  /// Whether code that works with the stub also works with the server.
  package let isRemark: Bool

  init(_ place: String, stubbed: String, live: String, isRemark: Bool = false) {
    (self.place, self.stubbed, self.live) = (place, stubbed, live)
    self.isRemark = isRemark
  }
}

extension JSONShape {
  /// Compares this shape of a stub's JSON with the server's.
  func differences(from live: JSONShape, at place: String = "") -> [ShapeDifference] {
    // An empty list or object says nothing about its elements.
    guard count > 0, live.count > 0 else { return [] }
    let name = place.isEmpty ? "the body" : place
    var differences: [ShapeDifference] = []
    let others = live.kinds.subtracting(readableKinds)
    if !others.isEmpty, !kinds.isEmpty {
      differences.append(ShapeDifference(name, stubbed: "\(self)", live: "\(live)"))
    } else if let nulls = live.counts[.null], counts[.null] == nil {
      let live = "null" + (nulls < live.count ? " in \(nulls) of \(live.count)" : "")
      differences.append(ShapeDifference(name, stubbed: "\(self)", live: live))
    }
    if let element, let other = live.element {
      differences += element.differences(from: other, at: place + "[]")
    }
    guard let objects = counts[.object], let others = live.counts[.object] else {
      return differences
    }
    for member in Set(members.keys).union(live.members.keys).sorted() {
      let shown = member.isEmpty ? "\"\"" : member
      let inner = place.isEmpty ? shown : "\(place).\(shown)"
      switch (members[member], live.members[member]) {
      case (let own?, let other?):
        if own.count == objects, other.count < others {
          let missing = "missing in \(others - other.count) of \(others)"
          differences.append(ShapeDifference(inner, stubbed: "\(own)", live: missing))
        }
        differences += own.differences(from: other, at: inner)
      case (let own?, nil):
        differences.append(ShapeDifference(inner, stubbed: "\(own)", live: "missing"))
      case (nil, let other?):
        differences.append(
          ShapeDifference(inner, stubbed: "missing", live: "\(other)", isRemark: true))
      case (nil, nil): break
      }
    }
    return differences
  }
}
