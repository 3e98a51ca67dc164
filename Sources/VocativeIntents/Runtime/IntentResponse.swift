/// How a request went and what to say about it.
public struct IntentResponse: Equatable, Sendable {
  /// How it went, in SiriKit's words.
  public enum Code: String, Equatable, Sendable {
    /// It was done.
    case success
    /// It could not be done.
    case failure
  }

  /// How it went.
  public let code: Code
  /// What to say, in words as people say them.
  public let dialog: String
  /// What to show; nil to show the dialog.
  public let card: ResponseCard?

  /// A response with a dialog, and a card where there is more to see than to say.
  public init(code: Code, dialog: String, card: ResponseCard? = nil) {
    self.code = code
    self.dialog = dialog
    self.card = card
  }

  /// A request that was done.
  public static func success(_ dialog: String, card: ResponseCard? = nil) -> IntentResponse {
    IntentResponse(code: .success, dialog: dialog, card: card)
  }

  /// A request that could not be done.
  public static func failure(_ dialog: String) -> IntentResponse {
    IntentResponse(code: .failure, dialog: dialog)
  }
}

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
