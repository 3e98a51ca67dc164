/// A value to show in a response.
public enum ResponseValue: Equatable, Sendable {
  /// A text.
  case text(String)
  /// A sum of money.
  case amount(CurrencyAmount)
  /// A message with its attachments.
  case message(ResponseMessage)

  /// The value in written form, for text-only presenters.
  public var written: String {
    switch self {
    case .text(let text): text
    case .amount(let amount): amount.written
    case .message(let message): message.written
    }
  }
}

/// A message to show.
public struct ResponseMessage: Equatable, Sendable {
  /// The sender; nil if already known.
  public let sender: String?
  /// The text; may be empty if there are attachments.
  public let text: String
  /// The attachments.
  public let attachments: [ResponseAttachment]

  /// Creates a message.
  public init(sender: String?, text: String, attachments: [ResponseAttachment] = []) {
    self.sender = sender
    self.text = text
    self.attachments = attachments
  }

  /// The message on one line: `Hannah Walker: Look who is here., 2 photos`.
  public var written: String {
    (sender.map { "\($0): " } ?? "") + ([text] + attachments.map(\.written)).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// Attachments of a message, to show.
public struct ResponseAttachment: Equatable, Sendable {
  /// A character that represents the kind: 📷.
  public let symbol: String
  /// The description in words: `2 photos`.
  public let written: String
  /// Thumbnails, if there are any.
  public let pictures: [Picture]

  /// Creates an attachment.
  public init(symbol: String, written: String, pictures: [Picture] = []) {
    self.symbol = symbol
    self.written = written
    self.pictures = pictures
  }
}
