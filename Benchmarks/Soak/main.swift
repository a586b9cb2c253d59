import Foundation

guard let options = SoakOptions(Array(CommandLine.arguments.dropFirst())) else {
  FileHandle.standardError.write(Data("\(SoakOptions.help)\n".utf8))
  exit(2)
}

do {
  let ledger = try await Soak(options).run()
  say(ledger.summary)
  exit(ledger.isClean ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("The soak could not be run: \(error)\n".utf8))
  exit(2)
}
