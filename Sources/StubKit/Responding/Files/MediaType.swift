package enum MediaType {
  /// The subtypes of each type, each with its path extensions unless these equal the subtype.
  private static let table = [
    "text": """
    plain:txt,text,log html:html,htm css csv javascript:js,mjs markdown:md,markdown calendar:ics
    vcard:vcf
    """,
    "application": """
    json:json,map xml x-plist:plist yaml:yaml,yml geo+json:geojson x-ndjson:jsonl,ndjson
    ld+json:jsonld manifest+json:webmanifest rss+xml:rss atom+xml:atom pdf zip gzip:gz x-tar:tar
    wasm vnd.apple.mpegurl:m3u8 octet-stream:bin,dat
    """,
    "image": """
    png jpeg:jpg,jpeg gif webp avif heic svg+xml:svg vnd.microsoft.icon:ico bmp tiff:tif,tiff
    """,
    "audio": "mpeg:mp3 mp4:m4a wav ogg",
    "video": "mp4:mp4,m4v quicktime:mov webm mp2t:ts",
    "font": "ttf otf woff woff2",
  ]

  private static let types: [Substring: String] = {
    var types: [Substring: String] = [:]
    for (type, subtypes) in table {
      for entry in subtypes.split(whereSeparator: \.isWhitespace) {
        let parts = entry.split(separator: ":")
        let charset = type == "text" ? "; charset=utf-8" : ""
        for ending in parts[parts.count - 1].split(separator: ",") {
          types[ending] = "\(type)/\(parts[0])\(charset)"
        }
      }
    }
    return types
  }()

  package static func forExtension(_ pathExtension: String) -> String? {
    types[pathExtension.lowercased()[...]]
  }
}
