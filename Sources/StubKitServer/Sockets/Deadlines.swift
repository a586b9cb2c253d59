/// A binary heap of wires by deadline; each wire knows its place, so that its deadline can change.
struct Deadlines {
  private var heap: [Wire] = []

  var next: ContinuousClock.Instant? { heap.first?.deadline }

  mutating func set(_ deadline: ContinuousClock.Instant?, for wire: Wire) {
    guard let deadline else { return remove(wire) }
    wire.deadline = deadline
    if let place = wire.deadlinePlace {
      settle(place)
    } else {
      wire.deadlinePlace = heap.count
      heap.append(wire)
      rise(heap.count - 1)
    }
  }

  mutating func takePassed(at now: ContinuousClock.Instant) -> Wire? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    remove(first)
    return first
  }

  private mutating func remove(_ wire: Wire) {
    guard let place = wire.deadlinePlace else { return }
    swap(place, heap.count - 1)
    heap.removeLast()
    wire.deadlinePlace = nil
    if place < heap.count { settle(place) }
  }

  private mutating func settle(_ place: Int) {
    rise(place)
    sink(place)
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, heap[place].deadline < heap[(place - 1) / 2].deadline {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while let child = (2 * place + 1...2 * place + 2).filter({ $0 < heap.count })
      .min(by: { heap[$0].deadline < heap[$1].deadline }),
      heap[child].deadline < heap[place].deadline
    {
      swap(place, child)
      place = child
    }
  }

  private mutating func swap(_ place: Int, _ other: Int) {
    heap.swapAt(place, other)
    heap[place].deadlinePlace = place
    heap[other].deadlinePlace = other
  }
}
