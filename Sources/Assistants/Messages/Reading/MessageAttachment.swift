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
  /// The file of a single attachment.
  public let file: File
  /// Thumbnails, if there are any.
  public let pictures: [Picture]

  /// A file that came with a message.
  public struct File: Equatable, Sendable {
    /// The name, such as `budget.pdf`; nil if unknown.
    public let name: String?
    /// The media type, such as `application/pdf`; nil if unknown.
    public let type: String?
    /// The path or the URL; nil if unknown.
    public let address: String?

    /// Creates a file.
    public init(name: String? = nil, type: String? = nil, address: String? = nil) {
      (self.name, self.type, self.address) = (name, type, address)
    }
  }

  /// Creates a number of attachments of one kind.
  public init(
    _ kind: Kind, count: Int = 1, title: String? = nil, file: File = File(), pictures: [Picture] = []
  ) {
    self.kind = kind
    self.count = count
    self.title = title
    self.file = file
    self.pictures = pictures
  }

  /// The attachments as they are spoken: `a photo`, `two photos`, `a link to Bean Soup`, `a file called budget`.
  public var spoken: String {
    let counted = count == 1 ? "a \(kind.rawValue)" : SpokenNumber.count(count, kind.rawValue)
    return [counted, spokenName].compactMap(\.self).joined(separator: " ")
  }

  /// The title or the name as it is spoken: `to Bean Soup`, `called budget`; nil if there is none.
  private var spokenName: String? {
    if let title { return "to \(title)" }
    // The names of photos and recordings are numbers.
    guard kind == .file, count == 1, let name = file.name.map(Self.withoutEnding), !SpokenText.words(of: name).isEmpty else {
      return nil
    }
    return "called \(name)"
  }

  /// Returns attachments of a message as they are spoken; those of one kind without spoken names are counted together.
  static func spoken(_ attachments: [MessageAttachment]) -> String {
    var counted: [MessageAttachment] = []
    for attachment in attachments {
      let same = counted.firstIndex { $0.kind == attachment.kind && $0.spokenName == nil }
      if attachment.spokenName == nil, let same {
        counted[same] = MessageAttachment(attachment.kind, count: counted[same].count + attachment.count)
      } else {
        counted.append(attachment)
      }
    }
    return SpokenList.of(counted.map(\.spoken))
  }

  /// The attachments as they are written: `1 photo`, `2 photos`, `1 file: budget.pdf (application/pdf), https://example.org/b`.
  public var written: String {
    let name = [title ?? file.name, file.type.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
    let details = [name, file.address ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    return "\(count) \(kind.rawValue)\(count == 1 ? "" : "s")" + (details.isEmpty ? "" : ": \(details)")
  }

  private static func withoutEnding(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}

extension MessageAttachment.Kind {
  /// Returns the kind of a file by its media type, or of a link.
  static func of(_ file: MessageAttachment.File, isTitled: Bool) -> MessageAttachment.Kind {
    switch file.type?.lowercased().prefix(while: { $0 != "/" }) {
    case "image": .photo
    case "video": .video
    case "audio": .voiceMessage
    case nil where isTitled || (file.name == nil && file.address?.hasPrefix("http") == true): .link
    default: .file
    }
  }
}
