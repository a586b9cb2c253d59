import Foundation
import Testing

/// The plots in the documentation, as they were drawn.
struct PlotTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Documentation/Plots")

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: folder.path),
      "what is made of this package for another platform has no documentation"),
    arguments: ["decisions", "requests-by-stubs", "whole-requests"])
  func `every label of a plot has room`(name: String) throws {
    let svg = try String(
      contentsOf: Self.folder.appending(path: "\(name).svg"), encoding: .utf8)
    let picture = try Picture(svg)
    let page = try #require(picture.drawn.first { $0.name == "ground" }).box
    #expect(picture.overlaps == [])
    // The title is in other type.
    for label in picture.labels.dropFirst() {
      #expect(label.box.left >= 0 && label.box.right <= page.right, "\(label)")
    }
  }
}
