/// What an issue on a stub adds in a scope in which no request was made.
let silenceRemark = """

    → No request came through URLSession here: the client may be another one (libcurl, NIO, a \
  WebSocket, sockets of its own), its session bound to another registry, or a task is not awaited \
  that makes it.
  """
