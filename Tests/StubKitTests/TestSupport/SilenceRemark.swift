/// What an issue on a stub adds in a scope in which no request was made.
let silenceRemark = """

    → No request came here. Either its client is no URLSession (libcurl, NIO, a WebSocket, a download \
  on Linux, sockets of its own) and has no stub server's address, or its session is bound to another \
  registry or has other `protocolClasses`, or it has lost this scope (in a \
  completion handler, on a queue, by a timer, in a detached task), or the task that makes it was \
  not resumed, or is not awaited.
  """
