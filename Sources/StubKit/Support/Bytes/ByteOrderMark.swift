package enum ByteOrderMark {
  case utf8
  case utf16
  case utf32

  package init?(_ bytes: some Collection<UInt8>) {
    let front = Array(bytes.prefix(4))
    switch front {
    case [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]: self = .utf32
    case _ where front.starts(with: [0xEF, 0xBB, 0xBF]): self = .utf8
    case _ where front.starts(with: [0xFF, 0xFE]) || front.starts(with: [0xFE, 0xFF]): self = .utf16
    default: return nil
    }
  }

  package var count: Int {
    switch self {
    case .utf8: 3
    case .utf16: 2
    case .utf32: 4
    }
  }

  /// What is wrong with a file that has this mark; nil if the mark can be skipped.
  package var complaint: String? {
    let name: String
    switch self {
    case .utf8: return nil
    case .utf16: name = "UTF-16"
    case .utf32: name = "UTF-32"
    }
    return "is in \(name), as its byte order mark says: save it in UTF-8"
  }
}
