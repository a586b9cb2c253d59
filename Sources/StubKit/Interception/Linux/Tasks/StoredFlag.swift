#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  @_spi(Reflection) import Swift

  /// A stored boolean of `URLSessionTask` that is not public, read where it stands.
  ///
  /// The class says at which offset a property of this name stands. One that is not there any more, or
  /// is no boolean, reads as false.
  struct StoredFlag: Sendable {
    private let offset: Int?

    init(_ name: String) {
      var found: Int?
      // The constant for a class is a global variable, which no other thread may be known to change.
      let isClass = _EachFieldOptions(rawValue: 1)
      _ = _forEachField(of: URLSessionTask.self, options: isClass) { field, offset, type, _ in
        if String(cString: field) == name, type == Bool.self { found = offset }
        return true
      }
      offset = found
    }

    /// Whether there is such a property.
    var exists: Bool { offset != nil }

    /// What a task has.
    func value(in task: URLSessionTask) -> Bool {
      guard let offset else { return false }
      return Unmanaged.passUnretained(task).toOpaque().load(fromByteOffset: offset, as: Bool.self)
    }
  }
#endif
