// The module OHHTTPStubs exports Foundation, too.
@_exported public import Foundation
@_exported public import StubKit

@_exported public import struct StubKitRecording.ArchiveError
