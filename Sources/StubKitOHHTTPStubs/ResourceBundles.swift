import Foundation

/// Finds resources; outside of Xcode, a class's bundle is the program's folder, and beside it is a
/// bundle of the package manager for each target: `<Package>_<Target>.resources` or `.bundle`.
enum ResourceBundles {
  /// The bundles of a class; the bundle of its target comes first.
  static func bundles(of type: AnyClass) -> [Bundle] {
    let own = Bundle(for: type)
    let module = String(reflecting: type).prefix { $0 != "." }
    let ofTarget = beside(own).filter { url in
      // A module's name has `_` in place of each character of the target's name that Swift forbids.
      let name = url.deletingPathExtension().lastPathComponent
      return String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" }).hasSuffix("_\(module)")
    }
    // The shorter first: `App_Tests` belongs to the target `Tests`, `App_Feature_Tests` does not.
    return ofTarget.sorted { $0.path.count < $1.path.count }.compactMap(Bundle.init(url:)) + [own]
  }

  /// The path of a resource in a bundle, or in the only one beside it that has such a resource.
  static func path(of name: String, type: String?, folder: String? = nil, in bundle: Bundle)
    -> String?
  {
    if let path = bundle.path(forResource: name, ofType: type, inDirectory: folder) { return path }
    let paths = Set(
      beside(bundle).compactMap {
        Bundle(url: $0)?.path(forResource: name, ofType: type, inDirectory: folder)
      })
    return paths.count == 1 ? paths.first : nil
  }

  private static func beside(_ bundle: Bundle) -> [URL] {
    let folders = [
      bundle.resourceURL, bundle.bundleURL, bundle.bundleURL.deletingLastPathComponent(),
    ]
    let paths = Set(folders.compactMap { $0?.resolvingSymlinksInPath().path }).sorted()
    return paths.flatMap { path in
      let files = try? FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: path), includingPropertiesForKeys: nil)
      return (files ?? []).filter { ["resources", "bundle"].contains($0.pathExtension) }
    }
  }
}
