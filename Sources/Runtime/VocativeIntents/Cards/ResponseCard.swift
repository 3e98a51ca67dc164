/// The visual part of a response: a title and labelled values, which presenters draw and the default card lists.
public struct ResponseCard: Equatable, Sendable {
  /// A labelled value.
  public struct Row: Equatable, Sendable {
    /// The label.
    public let label: String
    /// The value.
    public let value: ResponseValue

    /// Creates a labelled value.
    public init(_ label: String, _ value: ResponseValue) {
      self.label = label
      self.value = value
    }

    /// Creates a labelled text.
    public init(_ label: String, _ text: String) { self.init(label, .text(text)) }

    /// Creates a labelled countdown.
    public init(_ label: String, _ countdown: Countdown) { self.init(label, .countdown(countdown)) }

    /// Creates a labelled sum of money.
    public init(_ label: String, _ amount: CurrencyAmount) { self.init(label, .amount(amount)) }
  }

  /// The title.
  public let title: String
  /// The values in order.
  public let rows: [Row]
  /// The progress; 1 is complete, a larger value exceeds the target, and nil means no progress is shown.
  public let progress: Double?
  /// The views that the assistant draws itself.
  public private(set) var views: [CardView] = []
  /// The parts of the default card that they repeat, and that are not shown.
  public private(set) var hiddenParts: Set<InterfacePart> = []

  /// Creates a card with a title and rows.
  public init(title: String, rows: [Row], progress: Double? = nil) {
    self.title = title
    self.rows = rows
    self.progress = progress
  }

  /// Returns the card with views that the assistant draws itself.
  ///
  /// - Parameters:
  ///   - views: The views; one without parameters is added to the default card.
  ///   - parts: The parts of the default card to hide.
  public func drawn(as views: [CardView], hiding parts: Set<InterfacePart> = []) -> ResponseCard {
    var card = self
    (card.views, card.hiddenParts) = (views, parts)
    return card
  }

  /// Returns the value with a label; nil if there is none.
  public func value(_ label: String) -> ResponseValue? { rows.first { $0.label == label }?.value }

  /// Returns the sum of money with a label; nil if there is none.
  public func amount(_ label: String) -> CurrencyAmount? {
    guard case .amount(let amount)? = value(label) else { return nil }
    return amount
  }
}
