#if canImport(FoundationNetworking)
  import CStubKit
  import Foundation
  import FoundationNetworking

  /// A stored property of `URLSessionTask` that refers to an object and is not public.
  ///
  /// `Mirror` can read it, but too slowly for every request. So its offset in a task is found once: two
  /// tasks are searched for the objects that `Mirror` says they refer to. If both have them at one offset,
  /// and only there, that offset is read from then on; otherwise every read goes through `Mirror`.
  struct StoredReference<Object: AnyObject>: @unchecked Sendable {
    // Unchecked: constants.

    private let name: String
    private let offset: Int?

    init(_ name: String, comparing tasks: [URLSessionTask]) {
      self.name = name
      let places = tasks.map { task in
        Self.reflect(name, in: task).map { Self.offsets(of: $0, in: task) } ?? []
      }
      let common = places.dropFirst().reduce(Set(places.first ?? [])) { $0.intersection($1) }
      offset = tasks.count > 1 && common.count == 1 ? common.first : nil
    }

    /// Returns the object that a task refers to; nil if there is none, or no such property.
    func object(in task: URLSessionTask) -> Object? {
      guard let offset else { return Self.reflect(name, in: task) }
      let address = Unmanaged.passUnretained(task).toOpaque()
      let reference = address.load(fromByteOffset: offset, as: UnsafeRawPointer?.self)
      return reference.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Replaces the object that a task refers to, and returns the old one.
    ///
    /// - Returns: Nil, without a change, if the offset is not known.
    func exchange(for object: Object, in task: URLSessionTask) -> Object? {
      guard let offset else { return nil }
      let place = Unmanaged.passUnretained(task).toOpaque() + offset
      guard let old = place.load(as: UnsafeRawPointer?.self) else { return nil }
      place.storeBytes(
        of: Unmanaged.passRetained(object).toOpaque(), as: UnsafeMutableRawPointer.self)
      return Unmanaged<Object>.fromOpaque(old).takeRetainedValue()
    }

    /// Whether the offset is known, so that reading costs next to nothing.
    var isDirect: Bool { offset != nil }

    /// Reads the property the slow way.
    static func reflect(_ name: String, in task: URLSessionTask) -> Object? {
      TaskInternals.reflect(name, in: task) as? Object
    }

    /// Returns the offsets at which a task refers to an object.
    private static func offsets(of object: Object, in task: URLSessionTask) -> [Int] {
      let wanted = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
      let start = UnsafeRawPointer(Unmanaged.passUnretained(task).toOpaque())
      let word = MemoryLayout<UInt>.size
      return stride(from: 0, to: allocatedSize(of: task), by: word).filter {
        start.load(fromByteOffset: $0, as: UInt.self) == wanted
      }
    }

    /// Returns the size of a task's allocation.
    private static func allocatedSize(of task: URLSessionTask) -> Int {
      stubkit_allocated_size(Unmanaged.passUnretained(task).toOpaque())
    }
  }
#endif
