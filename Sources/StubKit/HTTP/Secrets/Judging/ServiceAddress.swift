/// Addresses of services that give access by themselves: knowing one is enough to send to it.
enum ServiceAddress {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private enum Place {
    /// The segment at a distance behind one with this name.
    case behind(String, Int)
    /// The last segment.
    case last
    /// The part after the colon in a segment with this beginning.
    case afterColon(String)
  }

  /// The ends of their hosts, and the place of the secret in the path.
  private static let services: [(host: String, place: Place)] = [
    ("hooks.slack.com", .last), ("discord.com", .behind("webhooks", 2)),
    ("discordapp.com", .behind("webhooks", 2)), ("api.telegram.org", .afterColon("bot")),
    ("webhook.office.com", .behind("IncomingWebhook", 1)),
    ("outlook.office.com", .behind("IncomingWebhook", 1)), ("hooks.zapier.com", .last),
    ("maker.ifttt.com", .behind("key", 1)), ("open.feishu.cn", .behind("hook", 1)),
    ("open.larksuite.com", .behind("hook", 1)), ("events.pagerduty.com", .behind("integration", 1)),
    ("webhook.site", .behind("", 1)),
  ]

  /// Returns the secret in a path; nil if there is none, or the host is no such service.
  static func secret(host: Bytes, path: Range<Int>, in bytes: Bytes) -> Range<Int>? {
    guard let service = services.first(where: { ends(host, in: $0.host) }) else { return nil }
    var segments: [Range<Int>] = []
    var start = path.lowerBound
    while start < path.upperBound {
      let end = bytes.first(.slash, in: start..<path.upperBound) ?? path.upperBound
      segments.append(start..<end)
      start = end + 1
    }
    switch service.place {
    case .last: return segments.last { !$0.isEmpty }
    case .behind(let name, let count):
      let first = segments.firstIndex { bytes[$0].elementsEqual(name.utf8) }
      return first.flatMap { $0 + count < segments.count ? segments[$0 + count] : nil }
    case .afterColon(let beginning):
      let segment = segments.first { bytes[$0].starts(with: beginning.utf8) }
      return segment.flatMap { segment in
        bytes[segment].firstIndex(of: .colon).map { $0 + 1..<segment.upperBound }
      }
    }
  }

  private static func ends(_ host: Bytes, in name: String) -> Bool {
    let count = name.utf8.count
    guard host.count >= count else { return false }
    let end = host.slice(host.count - count..<host.count)
    return end.equalsIgnoringASCIICase(lowercased: name)
      && (host.count == count || host[host.count - count - 1] == .dot)
  }
}
