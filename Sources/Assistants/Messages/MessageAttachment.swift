import VocativeIntents
import VocativeUnderstanding

/// What came with a message: how many of a kind.
public struct MessageAttachment: Equatable, Sendable {
  /// The kinds of attachments.
  public enum Kind: String, Equatable, Sendable, CaseIterable {
    /// A picture.
    case photo
    /// A film.
    case video
    /// Something spoken.
    case voiceMessage = "voice message"
    /// Any other file.
    case file
  }

  /// The kind.
  public let kind: Kind
  /// How many there are of it.
  public let count: Int

  /// Some attachments of a kind.
  public init(_ kind: Kind, count: Int = 1) {
    self.kind = kind
    self.count = count
  }

  /// As people say it: `a photo`, `two photos`.
  public var spoken: String { count == 1 ? "a \(kind.rawValue)" : SpokenNumber.count(count, kind.rawValue) }

  /// As it is written: `1 photo`, `2 photos`.
  public var written: String { "\(count) \(kind.rawValue)\(count == 1 ? "" : "s")" }
}
