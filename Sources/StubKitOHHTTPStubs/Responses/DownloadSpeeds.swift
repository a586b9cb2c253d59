// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of OHHTTPStubs.

// The values are those of OHHTTPStubs, which divides integers: 12 / 8 is 1 there.

/// 1 kilobyte a second, as a negative response time.
@available(*, deprecated, message: "Write .throttled(bytesPerSecond: 1_000).")
public let OHHTTPStubsDownloadSpeed1KBPS: Double = -1

/// 1 kilobyte a second, as a negative response time.
@available(*, deprecated, message: "Write .throttled(bytesPerSecond: 1_000).")
public let OHHTTPStubsDownloadSpeedSLOW: Double = -1

/// 7 kilobytes a second, as a negative response time.
@available(*, deprecated, message: "Write .throttled(bytesPerSecond: 7_000), or to: .gprs.")
public let OHHTTPStubsDownloadSpeedGPRS: Double = -7

/// 16 kilobytes a second, as a negative response time.
@available(*, deprecated, message: "Write .throttled(bytesPerSecond: 16_000).")
public let OHHTTPStubsDownloadSpeedEDGE: Double = -16

/// 400 kilobytes a second, as a negative response time.
@available(*, deprecated, message: "Write .throttled(bytesPerSecond: 400_000).")
public let OHHTTPStubsDownloadSpeed3G: Double = -400

/// 900 kilobytes a second, as a negative response time.
@available(*, deprecated, message: "Write .throttled(bytesPerSecond: 900_000).")
public let OHHTTPStubsDownloadSpeed3GPlus: Double = -900

/// 1500 kilobytes a second, as a negative response time.
@available(*, deprecated, message: "Write .throttled(bytesPerSecond: 1_500_000).")
public let OHHTTPStubsDownloadSpeedWifi: Double = -1500
