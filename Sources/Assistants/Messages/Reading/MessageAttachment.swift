public import VocativeIntents
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
    /// A page on the web.
    case link
  }

  /// The kind.
  public let kind: Kind
  /// How many there are of it.
  public let count: Int
  /// What a link is called; nil for what has no title.
  public let title: String?

  /// Small pictures of them, where they came with any.
  public let pictures: [Picture]

  /// Some attachments of a kind.
  public init(_ kind: Kind, count: Int = 1, title: String? = nil, pictures: [Picture] = []) {
    self.kind = kind
    self.count = count
    self.title = title
    self.pictures = pictures
  }

  /// As people say it: `a photo`, `two photos`, `a link to Bean Soup`.
  public var spoken: String {
    let counted = count == 1 ? "a \(kind.rawValue)" : SpokenNumber.count(count, kind.rawValue)
    return title.map { "\(counted) to \($0)" } ?? counted
  }

  /// As it is written: `1 photo`, `2 photos`.
  public var written: String { "\(count) \(kind.rawValue)\(count == 1 ? "" : "s")" + (title.map { ": \($0)" } ?? "") }
}
