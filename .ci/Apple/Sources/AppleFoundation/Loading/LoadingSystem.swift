import AppleObjectiveC
import Foundation

/// What all sessions of the process share, as far as Apple's loading system is known.
public enum LoadingSystem {
  /// The thread on which protocols load, and on which alone they may call their client.
  static let thread = LoadingThread()
  /// Where the classes are asked and instances are made: on any thread but the caller's.
  ///
  /// Its threads are not those of Swift's tasks, which come from the pool of the default class here:
  /// a request would wait there until all that the tests have to do is done.
  static let asking = DispatchQueue(
    label: "com.apple.CFNetwork.asking", qos: .userInitiated, attributes: .concurrent)

  /// Runs a block on the thread on which protocols load.
  public static func onLoadingThread(_ block: @escaping @Sendable () -> Void) {
    thread.perform(block)
  }

  /// Waits until everything has happened that is to happen on the loading thread by now.
  public static func settle() async {
    await withCheckedContinuation { continuation in thread.perform { continuation.resume() } }
  }

  /// Whether this is the thread on which protocols load.
  public static var isOnLoadingThread: Bool { thread.isCurrent }

  /// What the protocols of the process did wrong so far.
  public static var violations: [Violation] { Violations.all }
}
