/// The reason phrases of status lines.
enum StatusLine {}
