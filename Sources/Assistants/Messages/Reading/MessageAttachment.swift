public import VocativeIntents
import VocativeUnderstanding

/// Attachments of one kind in a message.
public struct MessageAttachment: Equatable, Sendable {
  /// The kinds of attachments.
  public enum Kind: String, Equatable, Sendable, CaseIterable {
    /// A picture.
    case photo
    /// A video.
    case video
    /// A voice recording.
    case voiceMessage = "voice message"
    /// Any other kind of file.
    case file
    /// A link to a web page.
    case link
  }

  /// The kind.
  public let kind: Kind
  /// The number of attachments of this kind.
  public let count: Int
  /// The title of a link; nil if there is none.
  public let title: String?

  /// Thumbnails, if there are any.
  public let pictures: [Picture]

  /// Creates a number of attachments of one kind.
  public init(_ kind: Kind, count: Int = 1, title: String? = nil, pictures: [Picture] = []) {
    self.kind = kind
    self.count = count
    self.title = title
    self.pictures = pictures
  }

  /// The attachments as they are spoken: `a photo`, `two photos`, `a link to Bean Soup`.
  public var spoken: String {
    let counted = count == 1 ? "a \(kind.rawValue)" : SpokenNumber.count(count, kind.rawValue)
    return title.map { "\(counted) to \($0)" } ?? counted
  }

  /// The attachments as they are written: `1 photo`, `2 photos`.
  public var written: String { "\(count) \(kind.rawValue)\(count == 1 ? "" : "s")" + (title.map { ": \($0)" } ?? "") }
}
