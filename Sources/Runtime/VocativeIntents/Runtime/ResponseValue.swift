/// A value that a response has to show.
public enum ResponseValue: Equatable, Sendable {
  /// Words.
  case text(String)
  /// A sum of money.
  case amount(CurrencyAmount)
  /// What somebody has written, with what came with it.
  case message(ResponseMessage)

  /// The value as it is written, for who shows nothing but words.
  public var written: String {
    switch self {
    case .text(let text): text
    case .amount(let amount): amount.written
    case .message(let message): message.written
    }
  }
}

/// What somebody has written, as it is shown.
public struct ResponseMessage: Equatable, Sendable {
  /// Who wrote it; nil where that is known already.
  public let sender: String?
  /// What it says; may be empty when something came with it.
  public let text: String
  /// What came with it.
  public let attachments: [ResponseAttachment]

  /// A message.
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

/// What came with a message, as it is shown.
public struct ResponseAttachment: Equatable, Sendable {
  /// A character that stands for it: 📷.
  public let symbol: String
  /// What it is, in words: `2 photos`.
  public let written: String
  /// Small pictures of it, where there are any.
  public let pictures: [Picture]

  /// An attachment.
  public init(symbol: String, written: String, pictures: [Picture] = []) {
    self.symbol = symbol
    self.written = written
    self.pictures = pictures
  }
}
