/// A small picture that a response has to show: the bytes of a file.
public struct Picture: Equatable, Sendable {
  /// The formats of files.
  public enum Format: String, Equatable, Sendable, CaseIterable {
    /// JPEG, for photos.
    case jpeg = "image/jpeg"
    /// PNG, for drawings.
    case png = "image/png"
    /// WebP, for both.
    case webP = "image/webp"
  }

  /// Bytes the file of a picture may have.
  public static let mostBytes = 512 << 10

  /// The file.
  public let bytes: [UInt8]
  /// Its format.
  public let format: Format

  /// A picture; nil when the file is larger than `mostBytes` or does not begin as one of the formats does.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes, let format = Format(ofFileBeginning: bytes) else { return nil }
    self.bytes = bytes
    self.format = format
  }
}

extension Picture.Format {
  /// The format of a file by its signature: ITU T.81 B.1.1.3 for JPEG, PNG's section 5.2, the container specification of WebP.
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
