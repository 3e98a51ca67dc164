import Foundation

/// One chart: two axes, the lines between them, and a legend on the right.
struct Chart {
  /// An axis with its ticks.
  struct Axis {
    let label: String
    let range: ClosedRange<Double>
    let ticks: [(value: Double, text: String)]
    var isLogarithmic = false

    /// Returns the position of a value, from 0 to 1; values outside the range are clamped.
    func place(of value: Double) -> Double {
      func scaled(_ value: Double) -> Double { isLogarithmic ? log10(value) : value }
      let (low, high) = (scaled(range.lowerBound), scaled(range.upperBound))
      let inside = min(max(value, range.lowerBound), range.upperBound)
      return high > low ? (scaled(inside) - low) / (high - low) : 0.5
    }

    /// Creates an axis of shares as percentages.
    static func percentages(_ label: String, upTo limit: Double = 1) -> Axis {
      Axis(
        label: label, range: 0...limit,
        ticks: (0...5).map { step in
          let value = Double(step) / 5 * limit
          return (value, String(format: "%g %%", (value * 1000).rounded() / 10))
        })
    }
  }

  /// A series of points.
  struct Series {
    let name: String
    let points: [(x: Double, y: Double)]
    /// The index of its colour.
    let color: Int
    var isDashed = false
    /// Whether lines connect the points.
    var isConnected = true
    /// The tooltips of the marks; nil if the points are not marked.
    var marks: [String]?
    /// The captions beside the marks.
    var captions: [String]?
    /// The radii of the marks, in pixels.
    var radii: [Double]?
  }

  let title: String
  let x: Axis
  let y: Axis
  let series: [Series]
  /// A dotted reference line with its name.
  var aid: (from: (x: Double, y: Double), to: (x: Double, y: Double), name: String)?

  static let width = 760.0
  static let height = 380.0
  private static let (left, right, top, bottom) = (72.0, 230.0, 44.0, 56.0)

  var drawing: Drawing {
    var drawing = Drawing()
    let (right, floor) = (Self.width - Self.right, Self.height - Self.bottom)
    func position(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
      (
        Self.left + x.place(of: point.x) * (right - Self.left),
        floor - y.place(of: point.y) * (floor - Self.top)
      )
    }
    drawing.text(title, at: (Self.left, 24), style: "title")
    for tick in x.ticks {
      let place = position((tick.value, y.range.lowerBound)).x
      drawing.line((place, Self.top), (place, floor), "grid")
      drawing.text(tick.text, at: (place, floor + 18), .middle)
    }
    for tick in y.ticks {
      let place = position((x.range.lowerBound, tick.value)).y
      drawing.line((Self.left, place), (right, place), "grid")
      drawing.text(tick.text, at: (Self.left - 8, place + 4), .end)
    }
    drawing.line((Self.left, floor), (right, floor), "axis")
    drawing.line((Self.left, Self.top), (Self.left, floor), "axis")
    drawing.text(x.label, at: ((Self.left + right) / 2, floor + 42), .middle)
    drawing.text(y.label, at: (18, (Self.top + floor) / 2), .middle, isUpright: true)
    if let aid { drawing.line(position(aid.from), position(aid.to), "aid") }
    for line in series { draw(line, into: &drawing, position) }
    drawLegend(into: &drawing, at: right + 20)
    return drawing
  }

  private func draw(
    _ line: Series, into drawing: inout Drawing, _ position: ((x: Double, y: Double)) -> (x: Double, y: Double)
  ) {
    let places = line.points.map(position)
    if line.isConnected { drawing.path(places, style(of: line)) }
    for (index, mark) in (line.marks ?? []).enumerated() {
      let radius = line.radii?[index] ?? 3.5
      drawing.dot(places[index], radius: radius, style(of: line), title: mark)
      guard let caption = line.captions?[index] else { continue }
      drawing.text(caption, at: (places[index].x, places[index].y - radius - 5), .middle, style: "small")
    }
  }

  private func drawLegend(into drawing: inout Drawing, at left: Double) {
    var entries = series.map { ($0.name, style(of: $0), ($0.points.count == 1 || !$0.isConnected) && $0.marks != nil) }
    if let aid { entries.append((aid.name, "aid", false)) }
    for (index, (name, style, isDot)) in entries.enumerated() {
      let height = Self.top + 10 + Double(index) * 20
      if isDot {
        drawing.dot((left + 13, height - 4), radius: 5, style, title: name)
      } else {
        drawing.line((left, height - 4), (left + 26, height - 4), style)
      }
      drawing.text(name, at: (left + 34, height))
    }
  }

  private func style(of series: Series) -> String {
    Drawing.style(ofSeries: series.color) + (series.isDashed ? " dashed" : "")
  }
}
