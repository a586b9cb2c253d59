// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of OHHTTPStubs.

public import Foundation

/// The path of a file among the resources of a class's target, or nil if it is not there.
@available(
  *, deprecated, message: "Write .fixture(\"users.json\", in: .module), which needs no path."
)
public func OHPathForFile(_ name: String, _ inBundleForClass: AnyClass) -> String? {
  let file = ResourceName(name)
  return ResourceBundles.bundles(of: inBundleForClass).lazy
    .compactMap { $0.path(forResource: file.base, ofType: file.type, inDirectory: file.folder) }
    .first
}

/// The path of a file in a bundle, or nil if it is not there.
///
/// If the bundle belongs to a program, the file may also be a resource of one of the program's
/// targets; the path is nil if two targets have such a file.
@available(
  *, deprecated, message: "Write .fixture(\"users.json\", in: .module), which needs no path."
)
public func OHPathForFileInBundle(_ name: String, _ bundle: Bundle) -> String? {
  let file = ResourceName(name)
  return ResourceBundles.path(of: file.base, type: file.type, folder: file.folder, in: bundle)
}

/// The path of a file in the folder for documents, even if the file does not exist.
@available(*, deprecated, message: "Write .file(.documentsDirectory.appending(path: \"…\")).")
public func OHPathForFileInDocumentsDir(_ name: String) -> String? {
  FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first?
    .appendingPathComponent(name).path
}

/// A bundle among the resources of a class's target, or nil if it is not there.
@available(*, deprecated, message: "Write Bundle.module, or .fixture(\"users.json\", in: bundle).")
public func OHResourceBundle(_ name: String, _ inBundleForClass: AnyClass) -> Bundle? {
  ResourceBundles.bundles(of: inBundleForClass).lazy
    .compactMap { bundle in
      ["bundle", "resources"].lazy.compactMap { bundle.path(forResource: name, ofType: $0) }.first
    }
    .first.flatMap(Bundle.init(path:))
}

private struct ResourceName {
  let folder: String?
  let base: String
  let type: String?

  init(_ name: String) {
    let url = URL(fileURLWithPath: "/" + name)
    folder = name.contains("/") ? (name as NSString).deletingLastPathComponent : nil
    base = url.deletingPathExtension().lastPathComponent
    type = url.pathExtension.isEmpty ? nil : url.pathExtension
  }
}
