import Foundation

let options: Options
do throws(Options.Mistake) {
  options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("\(error.description)\n\n\(Options.help)\n".utf8))
  exit(2)
}
if options.asksForHelp {
  print(Options.help)
  exit(0)
}

do {
  let benchmark = Benchmark(options)
  var figures = try await benchmark.run()
  if options.checks { try await benchmark.confirm(&figures) }
  print(Report(figures).text)
  try options.jsonFile.map { try figures.write(to: $0) }
  try options.plotFolder.map { try Plots(figures).write(to: $0) }
  if options.checks {
    let failures = Check(figures).failures
    for failure in failures { print("far outside: \(failure)") }
    if !failures.isEmpty { exit(1) }
    print("No figure is far outside what is to be held.")
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
