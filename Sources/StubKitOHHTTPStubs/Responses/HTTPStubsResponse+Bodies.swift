public import Foundation
import StubKit
import StubKitRecording

@available(*, deprecated)
extension HTTPStubsResponse {
  /// Answers with these bytes.
  @available(*, deprecated, message: "Write .data(data, status: 404, headers: [\"…\": \"…\"]).")
  public convenience init(data: Data, statusCode: Int32, headers: [AnyHashable: Any]?) {
    self.init()
    source = .data(data)
    begin(with: UInt64(data.count), statusCode, headers)
  }

  /// Answers with the file at a path.
  @available(*, deprecated, message: "Write .file(url), or .fixture(\"users.json\", in: .module).")
  public convenience init(fileAtPath path: String, statusCode: Int32, headers: [AnyHashable: Any]?)
  {
    self.init(fileURL: URL(fileURLWithPath: path), statusCode: statusCode, headers: headers)
  }

  /// Answers with a file.
  @available(*, deprecated, message: "Write .file(url), or .fixture(\"users.json\", in: .module).")
  public convenience init(fileURL url: URL, statusCode: Int32, headers: [AnyHashable: Any]?) {
    self.init()
    let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize
    let length = UInt64(size ?? 0)
    source = .file(url, length: length)
    begin(with: length, statusCode, headers)
  }

  /// Answers with an object as JSON.
  ///
  /// If the object cannot be written as JSON, the request fails with an error that says so.
  @available(*, deprecated, message: "Write .json([\"id\": 1]), or .json(value) for any Encodable.")
  public convenience init(jsonObject: Any, statusCode: Int32, headers: [AnyHashable: Any]?) {
    let headers = Self.headers(headers, orOwn: "Content-Type", "application/json")
    // Foundation ends the process if it cannot write the object as JSON.
    let isJSON = JSONSerialization.isValidJSONObject([jsonObject])
    let data =
      isJSON
      ? try? JSONSerialization.data(withJSONObject: jsonObject, options: .fragmentsAllowed) : nil
    self.init(data: data ?? Data(), statusCode: statusCode, headers: headers)
    if data == nil { problem = UnwritableJSON(type: type(of: jsonObject)) }
  }

  /// Answers with a response that `curl -is` saved.
  @available(*, deprecated, message: "Write .httpMessage(data: data).")
  public convenience init(httpMessageData data: Data) {
    self.init()
    take(data, orAnswer: .httpMessage(data: data))
  }

  /// Answers with a response that `curl -is` saved, from a `.response` file in a bundle.
  @available(*, deprecated, message: "Write .httpMessage(file: url).")
  public convenience init(named name: String, in bundle: Bundle?) {
    let bundle = bundle ?? .main
    let path = ResourceBundles.path(of: name, type: "response", in: bundle)
    let file =
      path.map(URL.init(fileURLWithPath:))
      ?? bundle.bundleURL.appendingPathComponent("\(name).response")
    self.init()
    take(try? Data(contentsOf: file), orAnswer: .httpMessage(file: file))
  }

  private func take(_ data: Data?, orAnswer failure: @autoclosure () -> StubResponse) {
    guard let message = try? data.map(HTTPMessage.init(parsing:)) else {
      source = .failure(failure())
      return
    }
    source = message.body.isEmpty ? .emptyMessage : .data(message.body)
    dataSize = UInt64(message.body.count)
    statusCode = Int32(clamping: message.status)
    messageHeaders = message.headers
    httpHeaders = messageHeaders.dictionary
  }
}

private struct UnwritableJSON: LocalizedError {
  let type: Any.Type

  var errorDescription: String? {
    "HTTPStubsResponse(jsonObject:): a value of type \(type) cannot be written as JSON."
  }
}
