import CStubKitContracts

extension SchemaRules {
  /// The rules that C can check alone; they point into this object and must not outlive it.
  var plain: stubkit_plain_rules {
    var plain = stubkit_plain_rules()
    guard branches == nil, !isReadOnly, !isWriteOnly else { return plain }
    var kinds = JSONKinds(rawValue: self.kinds)
    if text?.pattern != nil { kinds.remove(.text) }
    if list != nil { kinds.remove(.list) }
    if object != nil { kinds.remove(.object) }
    plain.kinds = kinds.rawValue
    plain.constants = constants.map { UnsafePointer($0.tape) }
    plain.min_length = Int32(clamping: text?.minLength ?? 0)
    plain.max_length = Int32(clamping: text?.maxLength ?? .max)
    plain.format = -1
    if let text, text.checksFormat, let format = text.format {
      plain.format = Int8(truncatingIfNeeded: format.code)
    }
    plain.minimum = number?.minimum?.nodes
    plain.exclusive_minimum = number?.exclusiveMinimum?.nodes
    plain.maximum = number?.maximum?.nodes
    plain.exclusive_maximum = number?.exclusiveMaximum?.nodes
    plain.divisor = number?.multipleOf?.nodes
    plain.bits = UInt8(number?.bits ?? 0)
    return plain
  }
}
