import Foundation

guard let options = SoakOptions(Array(CommandLine.arguments.dropFirst())) else {
  FileHandle.standardError.write(Data("\(SoakOptions.help)\n".utf8))
  exit(2)
}

do {
  if let target = options.recording {
    try await Kills.record(to: target.file, from: target.base)
  } else if options.isOfKills {
    var kills = try Kills(rounds: options.count)
    let faults = try kills.run()
    for fault in faults.prefix(20) { say(fault) }
    say("\(options.count) rounds, \(faults.count) faults")
    exit(faults.isEmpty ? 0 : 1)
  }
  let ledger = try await Soak(options).run()
  say(ledger.summary)
  exit(ledger.isClean ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("The soak could not be run: \(error)\n".utf8))
  exit(2)
}
