public import Foundation
import VocativeUnderstanding

/// A value to show in a response.
public enum ResponseValue: Equatable, Sendable {
  /// A text.
  case text(String)
  /// A sum of money.
  case amount(CurrencyAmount)
  /// A message with its attachments.
  case message(ResponseMessage)
  /// The time until a moment, which surfaces count down by themselves.
  case countdown(Countdown)

  /// The value in written form, for text-only presenters.
  public var written: String {
    switch self {
    case .text(let text): text
    case .amount(let amount): amount.written
    case .message(let message): message.written
    case .countdown(let countdown): countdown.text
    }
  }
}

/// The time until a moment, to show.
public struct Countdown: Equatable, Sendable {
  /// The moment at which it is over.
  public let end: Date
  /// The text for surfaces that cannot count: `until 15:10`.
  public let text: String

  /// The moments with a year of four digits, in seconds since 1970.
  private static let moments = Date.distantPast.timeIntervalSince1970...253_402_300_799

  /// Creates a countdown; an end without a year of four digits, which surfaces cannot write, becomes the first or last one.
  public init(to end: Date, text: String) {
    let seconds = end.timeIntervalSince1970
    let nearest = seconds > 0 ? Date(timeIntervalSince1970: Self.moments.upperBound) : .distantPast
    self.end = Self.moments.contains(seconds) ? end : nearest
    self.text = text
  }

  /// Returns the remaining time at a moment as digits, rounded up to whole seconds: `9:05`, `1:00:00`.
  public func remaining(at now: Date) -> String {
    let seconds = Int(min(max(end.timeIntervalSince(now).rounded(.up), 0), 8_640_000))
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(minutes.digits(2))" : "\(minutes)") + ":\((seconds % 60).digits(2))"
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
