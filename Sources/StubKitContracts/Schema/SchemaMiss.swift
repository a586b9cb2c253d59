/// How a value misses a schema; a sentence is made only if the miss is reported.
enum SchemaMiss {
  case kinds(UInt8)
  case constants(JSONTape)
  case readOnly
  case writeOnly
  case limit(String, JSONTape)
  case bits(Int)
  case characters(atLeast: Bool, Int)
  case pattern(SchemaPattern, isGivenUp: Bool)
  case format(SchemaFormat)
  case elements(atLeast: Bool, Int)
  case equal(UInt32, UInt32)
  case contained(atLeast: Bool, Int, found: Int, SchemaNode)
  case members(atLeast: Bool, Int)
  case required(String, because: String?)
  case unexpected(ObjectRules)
  case unevaluated
  case alternatives([String])
  case noAlternative
  case several([SchemaNode])
  case not(SchemaNode)
  case discriminator(SchemaDiscriminator)
  case noDiscriminator(SchemaDiscriminator)
}
