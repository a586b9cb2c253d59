public import CoreFoundation

// The bridging to Core Foundation that a compiler with Objective-C does by itself.

/// A string as Core Foundation has it.
public func bridgedToCoreFoundation(_ string: String) -> CFString {
  // kCFStringEncodingUTF8, which is not to be seen from Swift.
  let utf8 = CFStringEncoding(0x0800_0100)
  guard let string = CFStringCreateWithCString(nil, string, utf8) else {
    fatalError("A Swift string is always valid UTF-8.")
  }
  return string
}

/// Strings as Core Foundation has them.
public func bridgedToCoreFoundation(_ strings: [String]) -> CFArray {
  guard let array = CFArrayCreateMutable(nil, strings.count, [kCFTypeArrayCallBacks]) else {
    fatalError("There is no memory.")
  }
  for string in strings {
    let element = bridgedToCoreFoundation(string)
    withExtendedLifetime(element) {
      CFArrayAppendValue(array, Unmanaged.passUnretained(element).toOpaque())
    }
  }
  return array
}
