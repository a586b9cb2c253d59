import CPlatformProbe
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Newer systems have another loading system beside the old one.
struct ClassicLoadingMode: Experiment {
  let question = "Is there `usesClassicLoadingMode`, and is a protocol asked in both modes?"

  func answer() async -> String {
    let model = URLSessionConfiguration.ephemeral
    let pointer = Unmanaged.passUnretained(model).toOpaque()
    guard probe_responds(pointer, "usesClassicLoadingMode") else { return "there is none" }
    let isDefault = probe_flag(pointer, "usesClassicLoadingMode")
    var answers = ["by default: \(String.yes(isDefault))"]
    for isClassic in [true, false] {
      let session = ProbeProtocol.session { configuration in
        let pointer = Unmanaged.passUnretained(configuration).toOpaque()
        probe_set_flag(pointer, "setUsesClassicLoadingMode:", isClassic)
      }
      let ending = await session.ending(of: ProbeProtocol.request())
      answers.append("\(isClassic ? "classic" : "other"): \(ending)")
    }
    return answers.joined(separator: "; ")
  }
}
