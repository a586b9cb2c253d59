public import XCTest

/// The test case of the library for Linux, by a name of its own.
public typealias PlainTestCase = XCTestCase
