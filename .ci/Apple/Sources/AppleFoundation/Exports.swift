// What `import Foundation` means on Apple's platforms: one module that has URLSession, too. What
// this module declares itself hides the same names of the modules that it passes on.
@_exported public import CoreFoundation
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import FoundationXML
