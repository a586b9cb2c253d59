import AppleObjectiveC

/// The protocol classes that were given to `registerClass`, the latest first.
enum RegisteredClasses {
  private static let classes = Guarded<[AnyClass]>([])

  static var all: [AnyClass] { classes.withLock { $0 } }

  static func add(_ type: AnyClass) {
    classes.withLock { $0.insert(type, at: 0) }
  }

  /// Takes the latest registration of a class back.
  static func remove(_ type: AnyClass) {
    classes.withLock { classes in
      if let position = classes.firstIndex(where: { $0 == type }) { classes.remove(at: position) }
    }
  }
}
