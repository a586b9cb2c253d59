/// A queue in a ring: adding at its end and taking from its front move nothing else.
struct Ring<Element> {
  private var slots: [Element?] = []
  /// Where the oldest element stands.
  private var start = 0
  private(set) var count = 0

  /// The element so many places behind the oldest.
  subscript(_ position: Int) -> Element? {
    get { position >= 0 && position < count ? slots[place(position)] : nil }
    set { if position >= 0, position < count { slots[place(position)] = newValue } }
  }

  /// The elements, the oldest first.
  var elements: [Element] {
    (0..<count).compactMap { slots[place($0)] }
  }

  mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[place(count)] = element
    count += 1
  }

  /// Takes the oldest element out.
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let first = slots[start].take()
    start = start + 1 == slots.count ? 0 : start + 1
    count -= 1
    return first
  }

  @inline(__always)
  private func place(_ position: Int) -> Int {
    let place = start + position
    return place < slots.count ? place : place - slots.count
  }

  private mutating func grow() {
    let elements = elements
    slots = elements.map(Optional.some)
    slots += [Element?](repeating: nil, count: max(16, elements.count))
    start = 0
  }
}

extension Ring: Sendable where Element: Sendable {}
