import Foundation
import StubKitOHHTTPStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Registers a stub in the manner of OHHTTPStubs, whose names are all deprecated.
@available(*, deprecated)
@_cdecl("probe_older_names")
func registerByOlderNames() {
  HTTPStubs.stubRequests(
    passingTest: { $0.url?.path == "/older" },
    withStubResponse: { _ in
      HTTPStubsResponse(data: Data("older".utf8), statusCode: 200, headers: nil)
    })
}

/// The function above under a name that is not deprecated, since a warning is an error here.
@_silgen_name("probe_older_names")
func registerByOlderNamesWithoutWarning()
