import Foundation

/// The elements of an SVG image, in pixels from the top left.
struct Drawing {
  /// The alignment of a text relative to its position.
  enum Anchor: String {
    case start, middle, end
  }

  private(set) var elements: [String] = []
  /// The right end of the names in legends, estimated from their numbers of characters.
  private var end = 0.0

  /// The mean width of a character, in pixels; the fonts differ between programs.
  private static let characterWidth = 7.0

  mutating func line(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ style: String) {
    elements.append(
      "<line x1=\"\(Self.number(from.x))\" y1=\"\(Self.number(from.y))\" x2=\"\(Self.number(to.x))\" "
        + "y2=\"\(Self.number(to.y))\" class=\"\(style)\"/>")
  }

  mutating func path(_ points: [(x: Double, y: Double)], _ style: String) {
    guard !points.isEmpty else { return }
    let list = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    elements.append("<polyline points=\"\(list)\" class=\"\(style)\"/>")
  }

  mutating func dot(_ center: (x: Double, y: Double), radius: Double, _ style: String, title: String) {
    elements.append(
      "<circle cx=\"\(Self.number(center.x))\" cy=\"\(Self.number(center.y))\" r=\"\(Self.number(radius))\" class=\"\(style)\">"
        + "<title>\(Self.escaped(title))</title></circle>")
  }

  mutating func text(
    _ text: String, at position: (x: Double, y: Double), _ anchor: Anchor = .start, style: String = "label",
    isUpright: Bool = false
  ) {
    if anchor == .start { end = max(end, position.x + Double(text.count) * Self.characterWidth) }
    let turn = isUpright ? " transform=\"rotate(-90 \(Self.number(position.x)) \(Self.number(position.y)))\"" : ""
    elements.append(
      "<text x=\"\(Self.number(position.x))\" y=\"\(Self.number(position.y))\" text-anchor=\"\(anchor.rawValue)\" "
        + "class=\"\(style)\"\(turn)>\(Self.escaped(text))</text>")
  }

  mutating func add(_ drawing: Drawing, down: Double) {
    elements.append("<g transform=\"translate(0 \(Self.number(down)))\">")
    elements += drawing.elements
    elements.append("</g>")
    end = max(end, drawing.end)
  }

  /// Returns the whole image, readable on light and dark backgrounds, and wider if a name would not fit.
  func picture(width: Double, height: Double, title: String, description: String) -> String {
    let width = max(width, end)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))" height="\(Self.number(height))" \
      viewBox="0 0 \(Self.number(width)) \(Self.number(height))" role="img" aria-labelledby="title description">
      <title id="title">\(Self.escaped(title))</title>
      <desc id="description">\(Self.escaped(description))</desc>
      <style>
      \(Self.styles)
      </style>
      <rect width="100%" height="100%" class="ground"/>
      \(elements.joined(separator: "\n"))
      </svg>

      """
  }

  private static func escaped(_ text: String) -> String {
    // XML 1.0 does not allow most control characters, escaped or not.
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 }))
      .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }

  private static func number(_ value: Double) -> String { String(format: "%g", (value * 100).rounded() / 100) }

  /// Colours that people with any colour vision can distinguish (Okabe and Ito, 2008), lighter ones on dark backgrounds.
  private static let colors: [(light: String, dark: String)] = [
    ("#0072b2", "#56b4e9"), ("#d55e00", "#ff8a3d"), ("#009e73", "#2fd6a3"), ("#aa4499", "#e08bc9"),
    ("#8a6d00", "#e6c229"), ("#4b4b4b", "#c8c8c8"),
  ]

  /// Returns the style class of a series.
  static func style(ofSeries number: Int) -> String { "s\(number % colors.count)" }

  private static var styles: String {
    """
    text { font: 12px system-ui, "DejaVu Sans", sans-serif; }
    .title { font-size: 15px; font-weight: bold; }
    .small { font-size: 10px; }
    line, polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
    \(rules(ground: "#ffffff", ink: "#1a1a1a", grid: "#dcdcdc", series: colors.map(\.light)))
    @media (prefers-color-scheme: dark) {
    \(rules(ground: "#15181c", ink: "#e8e8e8", grid: "#3a3f45", series: colors.map(\.dark)))
    }
    .axis, .grid, .aid { stroke-width: 1; }
    .aid { stroke-dasharray: 1 4; }
    .dashed { stroke-dasharray: 7 4; stroke-width: 1.5; }
    circle.dashed { stroke-dasharray: none; }
    """
  }

  private static func rules(ground: String, ink: String, grid: String, series: [String]) -> String {
    let lines = [
      ".ground { fill: \(ground); }", "text { fill: \(ink); }", ".axis, .aid { stroke: \(ink); }", ".grid { stroke: \(grid); }",
    ]
    let colored = series.enumerated().map { number, color in
      ".s\(number) { stroke: \(color); } circle.s\(number) { fill: \(color); } circle.s\(number).dashed { fill: \(ground); }"
    }
    return (lines + colored).joined(separator: "\n")
  }
}
