/// What a response shows: a title and some labelled values.
public struct ResponseCard: Equatable, Sendable {
  /// A labelled value.
  public struct Row: Equatable, Sendable {
    /// What the value is.
    public let label: String
    /// The value as it is written.
    public let value: String

    /// A value under a label.
    public init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
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
}
