enum PictureStyle {
  private static let colours: [(name: String, property: String, light: String, dark: String)] = [
    ("page", "fill", "#ffffff", "#0d1117"),
    ("stripe", "fill", "#f6f8fa", "#151b23"),
    ("alarm", "fill", "#ffebe9", "#3a1a1d"),
    ("text", "fill", "#1f2328", "#e6edf3"),
    ("dim", "fill", "#636c76", "#9198a1"),
    ("good", "fill", "#1a7f37", "#3fb950"),
    ("led", "fill", "#0969da", "#58a6ff"),
    ("bad", "fill", "#9a6700", "#d29922"),
    ("failed", "fill", "#cf222e", "#ff7b72"),
    ("quiet", "fill", "#636c76", "#9198a1"),
    ("grid", "stroke", "#d8dee4", "#2a313c"),
    ("waiting", "fill", "#b6d7ff", "#1f4272"),
    ("body", "fill", "#2f81f7", "#58a6ff"),
    ("foreign", "fill", "#8250df", "#bc8cff"),
    ("cut", "stroke", "#afb8c1", "#57606a"),
  ]

  private static let fixed = """
    text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;white-space:pre}
    .title{font:600 20px system-ui,-apple-system,"Segoe UI","Helvetica Neue","Liberation Sans",Arial,sans-serif}
    .say{font:13px system-ui,-apple-system,"Segoe UI","Helvetica Neue","Liberation Sans",Arial,sans-serif}
    .strong{font-weight:600}
    .small{font-size:11px}
    .end{text-anchor:end}
    .middle{text-anchor:middle}
    .grid{stroke-width:1}
    .cut{stroke-width:1;fill:none}
    .row{fill:none;pointer-events:all}
    """

  static var sheet: String {
    let light = colours.map { ".\($0.name){\($0.property):\($0.light)}" }.joined(separator: "\n")
    let dark = colours.map { ".\($0.name){\($0.property):\($0.dark)}" }.joined(separator: "\n")
    return """
      <style>
      :root{color-scheme:light dark}
      \(fixed)
      \(light)
      @media (prefers-color-scheme:dark){
      \(dark)
      }
      </style>
      """
  }
}
