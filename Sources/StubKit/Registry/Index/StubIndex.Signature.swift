extension StubIndex {
  /// Which parts of a request some stubs are looked up by: one look-up finds all of those stubs.
  struct Signature: Hashable {
    /// What of the path, or of the whole URL, is part of the key.
    enum Path: Hashable {
      case nothing
      case url
      case path
      case prefix(length: Int)
      case template(Shape)
    }

    /// What of the query is part of the key.
    enum Query: Hashable {
      case nothing
      case name
      case item
    }

    /// What of a header field is part of the key, named by its number in the index.
    enum Header: Hashable {
      case nothing
      case name(Int)
      case value(Int)
      /// That the field is missing, which at a glance leaves it open.
      case missing(Int)
    }

    var host = false
    var method = false
    var path = Path.nothing
    var query = Query.nothing
    var header = Header.nothing

    /// Whether nothing is part of the key.
    var isEmpty: Bool { self == Signature() }

    /// Whether there can be any number of signatures like this one.
    var isOneOfMany: Bool {
      if header != .nothing { return true }
      switch path {
      case .nothing, .url, .path: return false
      case .prefix, .template: return true
      }
    }
  }

  /// The shape of a path template: how many segments it has, and which of them are literal.
  struct Shape: Hashable {
    /// Templates of more segments are not looked up by.
    @inline(__always)
    static var segmentLimit: Int { 32 }

    let count: Int
    /// A bit for each literal segment, the first one's lowest.
    let literals: UInt64
  }

  /// What all live signatures together make of a request's parts, so that no other is hashed.
  struct Needs: OptionSet {
    let rawValue: UInt8

    static let host = Needs(rawValue: 1)
    static let method = Needs(rawValue: 2)
    static let url = Needs(rawValue: 4)
    static let path = Needs(rawValue: 8)
    static let prefix = Needs(rawValue: 16)
    static let template = Needs(rawValue: 32)
    static let header = Needs(rawValue: 64)

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// What one signature needs; a query's pairs are hashed one by one when they are looked up.
    init(of signature: Signature) {
      self = []
      if signature.host { insert(.host) }
      if signature.method { insert(.method) }
      if signature.header != .nothing { insert(.header) }
      switch signature.path {
      case .nothing: break
      case .url: insert(.url)
      case .path: insert(.path)
      case .prefix: insert(.prefix)
      case .template: insert(.template)
      }
    }
  }
}
