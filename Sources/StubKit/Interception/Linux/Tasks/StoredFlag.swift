#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  @_spi(Reflection) import Swift

  /// A stored boolean of `URLSessionTask` that is not public, read at its offset.
  ///
  /// The class tells the offset by the property's name. A property that is gone, or is no boolean, reads as
  /// false.
  struct StoredFlag: Sendable {
    private let offset: Int?

    init(_ name: String) {
      var found: Int?
      // The imported constant is a global variable, which Swift's concurrency checks do not allow.
      let isClass = _EachFieldOptions(rawValue: 1)
      _ = _forEachField(of: URLSessionTask.self, options: isClass) { field, offset, type, _ in
        if String(cString: field) == name, type == Bool.self { found = offset }
        return true
      }
      offset = found
    }

    var exists: Bool { offset != nil }

    func value(in task: URLSessionTask) -> Bool {
      guard let offset else { return false }
      return Unmanaged.passUnretained(task).toOpaque().load(fromByteOffset: offset, as: Bool.self)
    }
  }
#endif
