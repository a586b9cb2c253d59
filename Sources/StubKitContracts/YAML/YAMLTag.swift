enum YAMLTag: String, CaseIterable {
  case str = "!!str"
  case int = "!!int"
  case float = "!!float"
  case bool = "!!bool"
  case null = "!!null"
  case map = "!!map"
  case seq = "!!seq"
}
