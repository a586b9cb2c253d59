import Foundation

/// A file in a bundle, by its name.
struct Fixture: Sendable {
  /// The name, which may have folders in it: `users/42.json`.
  let name: String
  /// Where the bundle is.
  let bundlePath: String
  /// Where its resources are.
  let resources: URL

  init(_ name: String, in bundle: Bundle) {
    self.name = name
    bundlePath = bundle.bundlePath
    resources = bundle.resourceURL ?? bundle.bundleURL
  }

  /// Finds the file, or says where it was looked for.
  func locate() throws(URLError) -> URL {
    resources.appendingPathComponent(name)
  }
}
