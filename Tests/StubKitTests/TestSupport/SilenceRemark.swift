/// What an issue on a stub adds in a scope in which no request was made.
let silenceRemark = """

    → No request came here. Either the client is no URLSession (libcurl, NIO, a WebSocket, a download \
  on Linux, sockets of its own) and has no stub server's address, or its session is bound to another \
  registry or has other `protocolClasses`, or the request has lost this scope (in a completion \
  handler, a queue, a timer or a detached task), or its task is not resumed or awaited.
  """
