// A file that imports OHHTTPStubs sees Foundation as well.
@_exported public import Foundation
@_exported public import StubKit

@_exported public import struct StubKitRecording.ArchiveError
