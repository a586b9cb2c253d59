import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A download hands over a file, which a protocol does not make.
struct Downloads: Experiment {
  let question = "Does a download that a protocol answers end with a file?"

  func answer() async -> String {
    #if canImport(FoundationNetworking)
      "such a task ends the process here"
    #else
      let endings = Notes()
      ProbeProtocol.session().downloadTask(with: ProbeProtocol.request()) { file, response, error in
        let data = file.flatMap { try? Data(contentsOf: $0) }
        endings.add(URLSession.ending(data, response, error))
      }.resume()
      await endings.wait(for: 1)
      return endings.all.first ?? "it does not end"
    #endif
  }
}
