struct Ring<Element> {
  private var slots: [Element?] = []
  private var start = 0
  private(set) var count = 0

  subscript(_ position: Int) -> Element? {
    get { position >= 0 && position < count ? slots[place(position)] : nil }
    set { if position >= 0, position < count { slots[place(position)] = newValue } }
  }

  var elements: [Element] { (0..<count).compactMap { slots[place($0)] } }

  mutating func append(_ element: Element) {
    if count == slots.count, start > 0 {
      slots = Array(slots[start...] + slots[..<start])
      slots += repeatElement(nil, count: max(16, count))
      start = 0
    }
    if count < slots.count { slots[place(count)] = element } else { slots.append(element) }
    count += 1
  }

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
}

extension Ring: Sendable where Element: Sendable {}
