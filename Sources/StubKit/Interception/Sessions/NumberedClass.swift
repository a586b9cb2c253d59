import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes any number of distinct protocol classes at run time.
///
/// Each is the same generic class with another argument: a number written in binary as nested types. A
/// class costs about 5 µs and 1.5 KB, for good.
enum NumberedClass {
  static func make(_ number: UInt) -> StubURLProtocol.Type {
    make(number, End.self)
  }

  private protocol Digits {}
  private enum End: Digits {}
  private enum Zero<Rest: Digits>: Digits {}
  private enum One<Rest: Digits>: Digits {}

  private final class Numbered<Number: Digits>: StubURLProtocol {}

  @inline(never)
  private static func make<Rest: Digits>(_ number: UInt, _: Rest.Type) -> StubURLProtocol.Type {
    switch (number, number & 1) {
    case (0, _): Numbered<Rest>.self
    case (_, 0): make(number >> 1, Zero<Rest>.self)
    default: make(number >> 1, One<Rest>.self)
    }
  }
}
