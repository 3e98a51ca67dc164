public import VocativeIntents

/// What is drawn, as a small tree of values that each surface draws its own way.
///
/// It can only be looked at: nothing in it can be clicked or typed into.
public indirect enum InterfaceView: Equatable, Sendable {
  /// Words, over several lines where they do not fit on one.
  case text(String, TextRole = .body)
  /// A sum of money, large.
  case amount(CurrencyAmount, caption: String)
  /// How much of something is done: 1 is all of it, more is too much.
  case progress(Double, caption: String = "")
  /// A value beside what it is.
  case labelled(String, InterfaceView)
  /// Things of one kind, each on its own.
  case list([InterfaceView])
  /// A picture.
  case image(InterfaceImage)
  /// Numbers as a picture.
  case chart(InterfaceChart)
  /// One below the other.
  case stack([InterfaceView])

  /// What words are for.
  public enum TextRole: Equatable, Sendable {
    /// What follows is about it.
    case heading
    /// To be read.
    case body
    /// About something else that is there, such as when it was written.
    case caption
  }

  /// Whether there is nothing to be seen in it.
  public var isEmpty: Bool {
    switch self {
    case .text(let text, _): text.isEmpty
    case .list(let views), .stack(let views): views.allSatisfy(\.isEmpty)
    case .chart(let chart): chart.bars.isEmpty
    case .amount, .progress, .labelled, .image: false
    }
  }
}

/// A picture, with words for who cannot see it.
public struct InterfaceImage: Equatable, Sendable {
  /// Where the picture is.
  public enum Source: Equatable, Sendable {
    /// A character that is a picture of its own: 📷.
    case symbol(String)
    /// A file.
    case file(Picture)
  }

  /// Where the picture is.
  public let source: Source
  /// What is to be seen on it.
  public let description: String

  /// A picture.
  public init(_ source: Source, description: String) {
    self.source = source
    self.description = description
  }
}

/// Numbers as bars, one below the other.
public struct InterfaceChart: Equatable, Sendable {
  /// One number.
  public struct Bar: Equatable, Sendable {
    /// What the number is of.
    public let label: String
    /// The number.
    public let value: Double
    /// The number as it is written.
    public let written: String

    /// A number under a label.
    public init(_ label: String, _ value: Double, written: String) {
      self.label = label
      self.value = value
      self.written = written
    }
  }

  /// What the numbers are of.
  public let title: String
  /// The numbers.
  public let bars: [Bar]

  /// Numbers under a title.
  public init(title: String, bars: [Bar]) {
    self.title = title
    self.bars = bars
  }

  /// How much of the chart's width a bar has, from 0 to 1.
  public func share(of bar: Bar) -> Double {
    let most = bars.map { abs($0.value) }.filter(\.isFinite).max() ?? 0
    return most > 0 && bar.value.isFinite ? abs(bar.value) / most : 0
  }
}
