import Testing

@testable import StubKitServer

struct StatusLineTests {}
