import Foundation

/// Finds the bundles in which a file is looked up.
///
/// Outside of Xcode a class's bundle is the folder of the program. The package manager puts a target's
/// resources into a bundle beside it, `<Package>_<Target>.resources` or `.bundle`.
enum ResourceBundles {
  /// The bundles of a class; the bundle of its target comes first.
  static func bundles(of type: AnyClass) -> [Bundle] {
    let own = Bundle(for: type)
    let module = String(reflecting: type).prefix { $0 != "." }
    let ofTarget = beside(own).filter { url in
      // A module's name has an underscore for each character that only a target's name may have.
      let name = url.deletingPathExtension().lastPathComponent
      return String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" }).hasSuffix("_\(module)")
    }
    // The target `Tests` comes before one called `Feature_Tests`.
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

  /// The resources of targets that were built together with a bundle.
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
