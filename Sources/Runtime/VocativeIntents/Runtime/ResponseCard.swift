/// What a response has to show: a title and some labelled values, which presenters draw and the default card lists.
public struct ResponseCard: Equatable, Sendable {
  /// A labelled value.
  public struct Row: Equatable, Sendable {
    /// What the value is.
    public let label: String
    /// The value.
    public let value: ResponseValue

    /// A value under a label.
    public init(_ label: String, _ value: ResponseValue) {
      self.label = label
      self.value = value
    }

    /// A text under a label.
    public init(_ label: String, _ text: String) { self.init(label, .text(text)) }

    /// A sum of money under a label.
    public init(_ label: String, _ amount: CurrencyAmount) { self.init(label, .amount(amount)) }
  }

  /// What the card is about.
  public let title: String
  /// The values, in order.
  public let rows: [Row]
  /// How much of something is done: 1 is all of it, more is too much; nil when nothing is in progress.
  public let progress: Double?

  /// A card with a title and rows.
  public init(title: String, rows: [Row], progress: Double? = nil) {
    self.title = title
    self.rows = rows
    self.progress = progress
  }

  /// The value under a label; nil when there is none.
  public func value(_ label: String) -> ResponseValue? { rows.first { $0.label == label }?.value }

  /// The sum of money under a label; nil when there is none.
  public func amount(_ label: String) -> CurrencyAmount? {
    guard case .amount(let amount)? = value(label) else { return nil }
    return amount
  }
}
