import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

struct InflaterTests {
  /// One of the texts that zlib compressed in the way that the name says.
  struct Compressed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let base64: String
    let text: String

    var data: Data { Data(base64Encoded: base64) ?? Data() }
  }

  static let milk = (0..<40).map { "\($0) bottles of milk on the shelf, " }.joined()

  static let gzip = [
    Compressed(
      testDescription: "codes of its own",
      base64:
        "H4sIAAAAAAACA4XTwQ3CQBBD0VamAA6xDQHaQdooERv2kO1flPDPf05PnqU+Y87erhpbnUf/1vjV3Ftde+vbrQ"
        + "Td0AP9Dv0BfYX+hP6C/iafhQ5IUEQoMhQhihRFjCJHEaRI0iRp3CJJmiRNkiZJk6RJ0iRpkgxJhiSDb02SIcmQZEgyJBmSD"
        + "En+AUkFnM8eBQAA",
      text: milk),
    Compressed(
      testDescription: "the fixed codes, a name, a comment, an extra field and a header checksum",
      base64:
        "H4sIHgAAAAAAAwMAYWJjbWlsay50eHQAYSBub3RlACfpM1BIyi8pyUktVshPU8jNzMlWyM9TKMlIVSjOSM1J01EwxC"
        + "MPAKgTyaw8AAAA",
      text: String(milk.prefix(60))),
    Compressed(
      testDescription: "not compressed at all",
      base64:
        "H4sIAAAAAAAEAwE8AMP/MCBib3R0bGVzIG9mIG1pbGsgb24gdGhlIHNoZWxmLCAxIGJvdHRsZXMgb2YgbWlsayBvbiB0"
        + "aGUgc2hlqBPJrDwAAAA=",
      text: String(milk.prefix(60))),
    Compressed(
      testDescription: "copies that overlap",
      base64: "H4sIAAAAAAACA+3BMQEAAADCoKzrX8IUfkABAAAAAG8Ddln0TIgTAAA=",
      text: String(repeating: "a", count: 5_000)),
    Compressed(testDescription: "nothing", base64: "H4sIAAAAAAACAwMAAAAAAAAAAAA=", text: ""),
    Compressed(
      testDescription: "two members",
      base64:
        "H4sIAAAAAAACAzNQSMovKclJLVbIT1PIzczJVsjPUyjJSFUozkjNSQMAk18Sxh4AAAAfiwgAAAAAAAID01EwVEjKLynJ"
        + "SS1WyE9TyM3MyVbIz1MoyUhVKM5IBQC+FDydHgAAAA==",
      text: String(milk.prefix(60))),
  ]

  static let zlib = Compressed(
    testDescription: "zlib",
    base64: "eJwzUEjKLynJSS1WyE9TyM3MyVbIz1MoyUhVKM5IzUnTUTDEIw8AdNgUug==",
    text: String(milk.prefix(60)))

  @Test(arguments: gzip)
  func `what zlib packed is unpacked`(packed: Compressed) throws {
    let data = try Inflater.inflate(packed.data, in: .gzip, limit: 10_000)
    #expect(String(decoding: data, as: UTF8.self) == packed.text)
  }

  @Test func `zlib's own wrapping is unpacked, too`() throws {
    let data = try Inflater.inflate(Self.zlib.data, in: .zlib, limit: 60)
    #expect(String(decoding: data, as: UTF8.self) == Self.zlib.text)
  }

  @Test(arguments: gzip)
  func `whatever is cut short is an error`(packed: Compressed) {
    // The two members are whole after the first.
    for count in 0..<packed.data.count where packed.testDescription != "two members" || count < 40 {
      #expect(throws: Inflater.Failure.self) {
        try Inflater.inflate(packed.data.prefix(count), in: .gzip, limit: 10_000)
      }
    }
  }

  @Test func `no more comes out than the limit`() {
    let error = #expect(throws: Inflater.Failure.self) {
      try Inflater.inflate(Self.gzip[3].data, in: .gzip, limit: 4_999)
    }
    #expect(error?.description == "it expands to more than 4999 bytes")
  }

  @Test func `a wrong checksum is noticed`() {
    var data = Self.gzip[0].data
    data[data.count - 5] ^= 1
    let error = #expect(throws: Inflater.Failure.self) {
      try Inflater.inflate(data, in: .gzip, limit: 10_000)
    }
    #expect(error?.description == "the gzip checksum is wrong")
  }
}
