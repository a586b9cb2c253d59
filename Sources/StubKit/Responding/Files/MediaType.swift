/// The media types of files, by the ends of their names.
package enum MediaType {
  /// Returns the media type of a path extension; nil if it is unknown.
  package static func forExtension(_ pathExtension: String) -> String? {
    switch pathExtension.lowercased() {
    case "json", "map": "application/json"
    case "txt", "text", "log": text("plain")
    case "html", "htm": text("html")
    case "css": text("css")
    case "csv": text("csv")
    case "js", "mjs": text("javascript")
    case "md", "markdown": text("markdown")
    case "ics": text("calendar")
    case "vcf": text("vcard")
    case "xml": "application/xml"
    case "plist": "application/x-plist"
    case "yaml", "yml": "application/yaml"
    case "geojson": "application/geo+json"
    case "jsonl", "ndjson": "application/x-ndjson"
    case "jsonld": "application/ld+json"
    case "webmanifest": "application/manifest+json"
    case "rss": "application/rss+xml"
    case "atom": "application/atom+xml"
    case "pdf": "application/pdf"
    case "zip": "application/zip"
    case "gz": "application/gzip"
    case "tar": "application/x-tar"
    case "wasm": "application/wasm"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "avif": "image/avif"
    case "heic": "image/heic"
    case "svg": "image/svg+xml"
    case "ico": "image/vnd.microsoft.icon"
    case "bmp": "image/bmp"
    case "tif", "tiff": "image/tiff"
    case "mp3": "audio/mpeg"
    case "m4a": "audio/mp4"
    case "wav": "audio/wav"
    case "ogg": "audio/ogg"
    case "mp4", "m4v": "video/mp4"
    case "mov": "video/quicktime"
    case "webm": "video/webm"
    case "m3u8": "application/vnd.apple.mpegurl"
    case "ts": "video/mp2t"
    case "ttf": "font/ttf"
    case "otf": "font/otf"
    case "woff": "font/woff"
    case "woff2": "font/woff2"
    case "bin", "dat": "application/octet-stream"
    default: nil
    }
  }

  private static func text(_ subtype: String) -> String {
    "text/\(subtype); charset=utf-8"
  }
}
