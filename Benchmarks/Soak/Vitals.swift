import Foundation

/// What the process holds at a moment: memory, open files and threads.
struct Vitals {
  /// What is allocated, in kilobytes; what the C library keeps for later is not of interest.
  let allocated: Int
  /// What the system has given, in megabytes.
  let memory: Int
  let files: Int
  let threads: Int

  /// What it holds now; nil where the system does not say.
  static var now: Vitals? {
    guard
      let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    else { return nil }
    func number(_ name: String) -> Int {
      status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        .flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    return Vitals(
      allocated: HeapReport.now?.allocated ?? 0, memory: number("VmRSS") / 1_024,
      files: files.count, threads: number("Threads"))
  }

  /// What of it grows without end, as a sentence; the first fifth of a run is not asked.
  static func growth(in samples: [Vitals]) -> [String] {
    let late = samples.dropFirst(samples.count / 5)
    guard late.count >= 20 else { return [] }
    func check(_ name: String, _ value: (Vitals) -> Int, allowing slack: (Int) -> Int) -> String? {
      func middle(_ part: ArraySlice<Vitals>) -> Int {
        part.map(value).sorted()[part.count / 2]
      }
      let before = middle(late.prefix(late.count / 4))
      let after = middle(late.suffix(late.count / 4))
      return after > before + slack(before) ? "\(name) grew from \(before) to \(after)" : nil
    }
    return [
      check("memory (KB)", \.allocated) { 16_384 + $0 / 4 },
      check("open files", \.files) { 32 + $0 / 4 },
      check("threads", \.threads) { 32 + $0 / 4 },
    ].compactMap(\.self)
  }
}

extension Vitals: CustomStringConvertible {
  var description: String {
    "\(memory) MB with \(allocated) KB in use, \(files) open files, \(threads) threads"
  }
}
