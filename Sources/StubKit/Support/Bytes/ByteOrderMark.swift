package struct ByteOrderMark {
  package let count: Int
  /// Why a file with this mark cannot be used; nil if the mark can be skipped.
  package let complaint: String?

  package init?(_ bytes: some Collection<UInt8>) {
    let front = Array(bytes.prefix(4))
    let isUTF8 = front.starts(with: [0xEF, 0xBB, 0xBF])
    let isUTF32 = front == [0xFF, 0xFE, 0, 0] || front == [0, 0, 0xFE, 0xFF]
    guard isUTF8 || isUTF32 || [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(front.prefix(2))) else {
      return nil
    }
    count = isUTF8 ? 3 : isUTF32 ? 4 : 2
    let name = isUTF32 ? "UTF-32" : "UTF-16"
    complaint = isUTF8 ? nil : "is in \(name), as its byte order mark says: save it in UTF-8"
  }
}
