/// What an issue on a stub adds in a scope in which no request was made.
let silenceRemark = """

    → No request came here: the client may be no URLSession (libcurl, NIO, a WebSocket, sockets of \
  its own) and know of no stub server, its session bound to another registry, or a task is not \
  awaited that makes it.
  """
