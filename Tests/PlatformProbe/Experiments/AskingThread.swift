import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A scope could be read while the class is asked, if that happens in the caller's place.
struct AskingThread: Experiment {
  let question = "Which `canInit` is asked, how often, on which threads?"

  private final class Asked: ProbeProtocol {
    static let notes = Notes()

    override class func canInit(with request: URLRequest) -> Bool {
      notes.add("`with request` on \(Caller.place)")
      return true
    }
  }

  private final class AskedWithTask: ProbeProtocol {
    static let notes = Notes()

    override class func canInit(with request: URLRequest) -> Bool {
      notes.add("`with request` on \(Caller.place)")
      return true
    }

    override class func canInit(with task: URLSessionTask) -> Bool {
      notes.add("`with task` on \(Caller.place)")
      return true
    }
  }

  func answer() async -> String {
    let one = await seen(by: Asked.self, Asked.notes)
    let both = await seen(by: AskedWithTask.self, AskedWithTask.notes)
    return "a class that has only `with request`: \(one); a class that has both: \(both)"
  }

  private func seen(by type: ProbeProtocol.Type, _ notes: Notes) async -> String {
    let session = type.session()
    let endings = Notes()
    Caller.run {
      session.dataTask(with: type.request()) { _, _, _ in endings.add("end") }.resume()
    }
    await endings.wait(for: 1)
    return notes.distinct.map { place in
      "\(notes.all.filter { $0 == place }.count) × \(place)"
    }.joined(separator: ", ")
  }
}
