package import Foundation

/// A view as a small tree of values, which each surface draws in its own way.
///
/// Views are for display only and accept no input.
public indirect enum InterfaceView: Equatable, Sendable {
  /// Text, wrapped over several lines if necessary.
  case text(String, TextRole = .body)
  /// A large amount of money.
  case amount(CurrencyAmount, caption: String)
  /// The time until a moment in large type, counted down by the surface.
  case countdown(Countdown, caption: String = "")
  /// A progress: 1 is complete, and larger values exceed the goal.
  case progress(Double, caption: String = "")
  /// A value beside its label.
  case labelled(String, InterfaceView)
  /// A list of views of one kind.
  case list([InterfaceView])
  /// An image.
  case image(InterfaceImage)
  /// A chart.
  case chart(InterfaceChart)
  /// Views from top to bottom.
  case stack([InterfaceView])

  /// The role of a text.
  public enum TextRole: Equatable, Sendable {
    /// A heading for the following content.
    case heading
    /// Body text.
    case body
    /// Additional information about other content, such as its date.
    case caption
  }

  /// Whether the view has no visible content.
  public var isEmpty: Bool {
    switch self {
    case .text(let text, _): text.isEmpty
    case .list(let views), .stack(let views): views.allSatisfy(\.isEmpty)
    case .chart(let chart): chart.bars.isEmpty
    case .amount, .countdown, .progress, .labelled, .image: false
    }
  }

  /// Whether the view changes by itself because it counts down.
  public var countsDown: Bool { countdownEnd != nil }

  /// The end of the last countdown in the view; nil if it has none.
  package var countdownEnd: Date? {
    switch self {
    case .countdown(let countdown, _): countdown.end
    case .labelled(_, let view): view.countdownEnd
    case .list(let views), .stack(let views): views.compactMap(\.countdownEnd).max()
    case .text, .amount, .progress, .image, .chart: nil
    }
  }
}

/// An image with an alternative description.
public struct InterfaceImage: Equatable, Sendable {
  /// The source of an image.
  public enum Source: Equatable, Sendable {
    /// A pictographic character such as 📷.
    case symbol(String)
    /// A picture file.
    case file(Picture)
  }

  /// The source of the image.
  public let source: Source
  /// The alternative description.
  public let description: String

  /// Creates an image.
  public init(_ source: Source, description: String) {
    self.source = source
    self.description = description
  }
}

/// A bar chart, with bars from top to bottom.
public struct InterfaceChart: Equatable, Sendable {
  /// One bar.
  public struct Bar: Equatable, Sendable {
    /// The label.
    public let label: String
    /// The value.
    public let value: Double
    /// The formatted value.
    public let written: String

    /// Creates a bar.
    public init(_ label: String, _ value: Double, written: String) {
      self.label = label
      self.value = value
      self.written = written
    }
  }

  /// The title of the chart.
  public let title: String
  /// The bars.
  public let bars: [Bar]

  /// Creates a chart.
  public init(title: String, bars: [Bar]) {
    self.title = title
    self.bars = bars
  }

  /// Returns the share of the chart's width that a bar takes, from 0 to 1.
  public func share(of bar: Bar) -> Double {
    let most = bars.map { abs($0.value) }.filter(\.isFinite).max() ?? 0
    return most > 0 && bar.value.isFinite ? abs(bar.value) / most : 0
  }
}
