import Foundation

extension Data {
  /// The same bytes with indices from zero, copied if they are a slice.
  ///
  /// Clients that count from zero would crash on a slice, and so would a plan's ranges.
  var basedAtZero: Data {
    startIndex == 0 ? self : subdata(in: startIndex..<endIndex)
  }
}
