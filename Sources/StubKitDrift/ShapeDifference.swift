/// A place where two answers differ in shape.
package struct ShapeDifference: Sendable, Hashable {
  /// The place as one writes it, such as `items[].price`.
  package let place: String
  /// What the stub has there, and what the server has.
  package let stubbed: String
  package let live: String
  /// Whether code that works with the stub works with the server, too.
  package let isRemark: Bool

  init(_ place: String, stubbed: String, live: String, isRemark: Bool = false) {
    (self.place, self.stubbed, self.live) = (place, stubbed, live)
    self.isRemark = isRemark
  }
}

extension JSONShape {
  /// The differences between the stub's shape and the server's, in the order of the places.
  func differences(from live: JSONShape, at place: String = "") -> [ShapeDifference] {
    // Nothing is known of the elements of an empty list.
    guard count > 0, live.count > 0 else { return [] }
    let name = place.isEmpty ? "the body" : place
    var differences: [ShapeDifference] = []
    let others = live.kinds.subtracting(kinds)
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
      let inner = place.isEmpty ? member : "\(place).\(member)"
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
