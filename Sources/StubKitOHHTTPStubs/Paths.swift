// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of OHHTTPStubs.

public import Foundation

/// The path of a file in the bundle of a class, or nil if it is not there.
@available(
  *, deprecated, message: "Write .fixture(\"users.json\", in: .module), which needs no path."
)
public func OHPathForFile(_ name: String, _ inBundleForClass: AnyClass) -> String? {
  OHPathForFileInBundle(name, Bundle(for: inBundleForClass))
}

/// The path of a file in a bundle, or nil if it is not there.
@available(
  *, deprecated, message: "Write .fixture(\"users.json\", in: .module), which needs no path."
)
public func OHPathForFileInBundle(_ name: String, _ bundle: Bundle) -> String? {
  let url = URL(fileURLWithPath: "/" + name)
  let folder = name.contains("/") ? (name as NSString).deletingLastPathComponent : nil
  let type = url.pathExtension
  let base = url.deletingPathExtension().lastPathComponent
  return bundle.path(forResource: base, ofType: type.isEmpty ? nil : type, inDirectory: folder)
}

/// The path of a file in the folder for documents, whether it is there or not.
@available(*, deprecated, message: "Write .file(.documentsDirectory.appending(path: \"…\")).")
public func OHPathForFileInDocumentsDir(_ name: String) -> String? {
  FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first?
    .appendingPathComponent(name).path
}

/// A bundle in the bundle of a class, or nil if it is not there.
@available(*, deprecated, message: "Write Bundle.module, or .fixture(\"users.json\", in: bundle).")
public func OHResourceBundle(_ name: String, _ inBundleForClass: AnyClass) -> Bundle? {
  Bundle(for: inBundleForClass).path(forResource: name, ofType: "bundle").flatMap(
    Bundle.init(path:))
}
