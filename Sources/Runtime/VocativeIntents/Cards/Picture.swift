/// A small picture in a response: the contents of an image file.
public struct Picture: Equatable, Sendable {
  /// The file formats.
  public enum Format: String, Equatable, Sendable, CaseIterable {
    /// JPEG, for photos.
    case jpeg = "image/jpeg"
    /// PNG, for drawings.
    case png = "image/png"
    /// WebP, for both.
    case webP = "image/webp"
  }

  /// The maximum file size in bytes.
  public static let maxBytes = 512 << 10

  /// The contents of the file.
  public let bytes: [UInt8]
  /// The format of the file.
  public let format: Format

  /// Creates a picture; nil if the file is larger than `maxBytes` or has an unknown format.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maxBytes, let format = Format(ofFileBeginning: bytes) else { return nil }
    self.bytes = bytes
    self.format = format
  }
}

extension Picture.Format {
  /// Detects the format by the file signature: ITU T.81 B.1.1.3 for JPEG, section 5.2 of the PNG specification, and the WebP
  /// container specification.
  init?(ofFileBeginning bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      self = .webP
    } else {
      return nil
    }
  }
}
