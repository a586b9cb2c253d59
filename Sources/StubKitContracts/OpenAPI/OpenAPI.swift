public import Foundation
import StubKit

/// A description of an API in OpenAPI 3.0 or 3.1, against which exchanges are checked.
///
/// ```swift
/// @Suite(.stubbed(checking: .openAPI("openapi.yaml", in: .module))) struct CheckoutTests {
///   @Test func `a user is shown`() async throws {
///     stub(condition: isGET("/users/{id}"), response: .json(["id": 7, "name": "Ada"]))
///     …
///   }
/// }
/// ```
/// A response that the description does not allow is an issue at the line of its stub, and a
/// request that it does not allow is an issue of the test. A path or method that is not described
/// is a warning, or an issue if the description is read `strictly`. Requests to other hosts, and
/// failures that a stub makes on purpose, are not checked.
///
/// A file is read once in a process, unless it changes. <doc:StubsThatCannotLie> lists the checks.
public struct OpenAPI: Sendable {
  let contract: Contract
  let isStrict: Bool
  /// Why the description cannot be read, reported for each exchange that it would check.
  let fault: OpenAPIError?

  /// Reads a YAML or JSON file from a bundle's resources, looked up as a `.fixture` is.
  ///
  /// - Parameters:
  ///   - name: The file's name, perhaps with folders.
  ///   - bundle: The bundle, such as `.module`.
  ///   - strictly: Whether a request for a path or method that is not described fails the test.
  ///   - checksFormats: Whether `format` is checked; nil checks it only in OpenAPI 3.0.
  /// - Throws: `OpenAPIError`, if there is no such file, or it cannot be read.
  public init(
    _ name: String, in bundle: Bundle, strictly: Bool = false,
    checkingFormats checksFormats: Bool? = nil
  ) throws {
    let url: URL
    do {
      url = try Fixture(name, in: bundle).locate()
    } catch {
      throw OpenAPIError(error.localizedDescription)
    }
    try self.init(contentsOf: url, strictly: strictly, checkingFormats: checksFormats)
  }

  /// Reads a YAML or JSON file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - strictly: Whether a request for a path or method that is not described fails the test.
  ///   - checksFormats: Whether `format` is checked; nil checks it only in OpenAPI 3.0.
  /// - Throws: `OpenAPIError`.
  public init(
    contentsOf url: URL, strictly: Bool = false, checkingFormats checksFormats: Bool? = nil
  ) throws {
    contract = try Contract.reading(url, checkingFormats: checksFormats)
    (isStrict, fault) = (strictly, nil)
  }

  /// Reads YAML or JSON text.
  ///
  /// - Parameters:
  ///   - data: The text.
  ///   - name: The name of the description in messages.
  ///   - strictly: Whether a request for a path or method that is not described fails the test.
  ///   - checksFormats: Whether `format` is checked; nil checks it only in OpenAPI 3.0.
  /// - Throws: `OpenAPIError`.
  public init(
    _ data: Data, named name: String = "openapi.yaml", strictly: Bool = false,
    checkingFormats checksFormats: Bool? = nil
  ) throws {
    contract = try Contract(
      DocumentSet(reading: data, named: name), named: name, checkingFormats: checksFormats)
    (isStrict, fault) = (strictly, nil)
  }

  init(_ name: String, unreadableFor fault: OpenAPIError) {
    (contract, isStrict, self.fault) = (Contract(unreadable: name), false, fault)
  }
}
