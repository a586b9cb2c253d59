import StubKit

extension StubConversation {
  struct File {
    let name: String
    let text: String
    /// The uniform type identifier.
    let type: String
  }

  /// The most bytes of bodies that are attached, since the test waits for its files.
  private static let mostBytes = 1 << 20

  func files(named name: String, title: String) -> [File] {
    [
      File(
        name: name + ".svg", text: svg(titled: title, keeping: Self.mostBytes),
        type: "public.svg-image"),
      File(
        name: name + ".har", text: String(decoding: har(keeping: Self.mostBytes), as: UTF8.self),
        type: "public.json"),
    ]
  }
}
