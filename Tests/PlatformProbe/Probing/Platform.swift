import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Who gives the answers.
enum Platform {
  /// Whether the kernel is Apple's; the package can be compiled as if it were on Linux as well.
  static var isApple: Bool {
    var names = utsname()
    guard uname(&names) == 0 else { return false }
    return withUnsafeBytes(of: names.sysname) { $0.starts(with: "Darwin".utf8) }
  }

  /// The platform's name, and whether its answers are those of Apple's loading system.
  static var name: String {
    guard isApple else {
      #if canImport(FoundationNetworking)
        return "swift-corelibs-foundation on Linux. These are not a Mac's"
      #else
        return "the double of Apple's loading system, on Linux. These are not a Mac's"
      #endif
    }
    #if targetEnvironment(simulator)
      let place = "a simulator"
    #else
      let place = "a real system"
    #endif
    return "\(system) \(ProcessInfo.processInfo.operatingSystemVersionString), \(place)"
  }

  private static var system: String {
    #if os(macOS)
      "macOS"
    #elseif os(iOS)
      "iOS"
    #elseif os(tvOS)
      "tvOS"
    #elseif os(watchOS)
      "watchOS"
    #elseif os(visionOS)
      "visionOS"
    #else
      "another system"
    #endif
  }

  /// The thread that calls, as it can be told from others.
  static var thread: String {
    if Thread.isMainThread { return "the main thread" }
    let name = Thread.current.name ?? ""
    return name.isEmpty ? "a thread without a name" : "the thread \"\(name)\""
  }
}
