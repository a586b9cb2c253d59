import StubKit

extension StubConversation {
  /// Limits the bytes of bodies in each file, since the test waits until both files are made.
  private static let mostBytes = 1 << 20

  /// The picture and the archive; each type is a uniform type identifier.
  func files(named name: String, title: String) -> [(name: String, text: String, type: String)] {
    let archive = String(decoding: har(keeping: Self.mostBytes), as: UTF8.self)
    return [
      (name + ".svg", svg(titled: title, keeping: Self.mostBytes), "public.svg-image"),
      (name + ".har", archive, "public.json"),
    ]
  }
}
