// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import Glibc

// The few names of the C library that are spelled, or mean, something else on Apple's platforms.

/// A socket of bytes, which Glibc has as an enumeration.
public let SOCK_STREAM = Int32(Glibc.SOCK_STREAM.rawValue)

/// The limit of open descriptors, an enumeration here.
public let RLIMIT_NOFILE = Int32(Glibc.RLIMIT_NOFILE.rawValue)

/// The option with which a socket whose other end has gone sends no signal.
public let SO_NOSIGPIPE: Int32 = 0x1022

/// The option that says how many bytes the other end has not acknowledged; Linux has a request instead.
public let SO_NWRITE: Int32 = 0x1024

// A function that Glibc has as well is called by a name of its own, which the shape writes for
// `Darwin.send` and the like: beside Foundation, which brings Glibc, the compiler would take Glibc's.

private let quietSockets = QuietSockets()

/// Sets an option of a socket; the one that Linux does not know is kept for `send`.
public func darwin_setsockopt(
  _ socket: Int32, _ level: Int32, _ name: Int32, _ value: UnsafeRawPointer?, _ length: socklen_t
) -> Int32 {
  guard name == SO_NOSIGPIPE else { return Glibc.setsockopt(socket, level, name, value, length) }
  let isOn = value?.loadUnaligned(as: Int32.self) ?? 0
  quietSockets.set(socket, isQuiet: isOn != 0)
  return 0
}

/// Sends as on Apple's platforms: with a signal if the other end has gone, unless the option is set.
public func darwin_send(
  _ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  let quiet = quietSockets.contains(socket) ? Int32(MSG_NOSIGNAL) : 0
  return Glibc.send(socket, bytes, count, flags | quiet)
}

/// Sends as `send` does.
public func darwin_sendmsg(_ socket: Int32, _ message: UnsafePointer<msghdr>?, _ flags: Int32)
  -> Int
{
  let quiet = quietSockets.contains(socket) ? Int32(MSG_NOSIGNAL) : 0
  return Glibc.sendmsg(socket, message, flags | quiet)
}

/// Asks for an option of a socket; the one that Linux does not know is asked for by a request.
@discardableResult
public func darwin_getsockopt(
  _ socket: Int32, _ level: Int32, _ name: Int32, _ value: UnsafeMutableRawPointer?,
  _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 {
  guard name == SO_NWRITE, let value else {
    return Glibc.getsockopt(socket, level, name, value, length)
  }
  return ioctl(socket, UInt(TIOCOUTQ), value)
}
