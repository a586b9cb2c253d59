import CStubKitContracts

enum SchemaFormat: String, Sendable, CaseIterable {
  case date
  case time
  case dateTime = "date-time"
  case uuid
  case uri
  case uriReference = "uri-reference"
  case email
  case hostname
  case ipv4
  case ipv6
  case byte

  var code: Int32 {
    let code =
      switch self {
      case .date: stubkit_format_date
      case .time: stubkit_format_time
      case .dateTime: stubkit_format_date_time
      case .uuid: stubkit_format_uuid
      case .uri: stubkit_format_uri
      case .uriReference: stubkit_format_uri_reference
      case .email: stubkit_format_email
      case .hostname: stubkit_format_hostname
      case .ipv4: stubkit_format_ipv4
      case .ipv6: stubkit_format_ipv6
      case .byte: stubkit_format_base64
      }
    return Int32(code)
  }

  var phrase: String {
    switch self {
    case .date: "a date such as 2024-01-31"
    case .time: "a time with an offset, such as 10:30:00Z"
    case .dateTime: "a date and time with an offset, such as 2024-01-31T10:30:00Z"
    case .uuid: "a UUID"
    case .uri: "a URI with a scheme"
    case .uriReference: "a URI or a relative reference"
    case .email: "an email address"
    case .hostname: "a host name"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .byte: "base64"
    }
  }
}
