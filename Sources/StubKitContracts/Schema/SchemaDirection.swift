/// Which way a body goes, for `readOnly` and `writeOnly` members.
enum SchemaDirection: Sendable, Hashable {
  case request
  case response
}
