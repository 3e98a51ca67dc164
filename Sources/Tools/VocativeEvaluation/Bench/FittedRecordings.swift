import CEmbeddedModels
import Crypto
import Foundation

/// Recordings to which the network, the weights of the confidence and settings were fitted, by their contents.
public struct FittedRecordings: Sendable {
  /// The recordings of `Models/fitted-recordings.txt`.
  public static let known = FittedRecordings(
    listedIn: String(
      decoding: UnsafeRawBufferPointer(start: fitted_recordings_bytes(), count: fitted_recordings_length()), as: UTF8.self))

  /// The hexadecimal digits of a digest in the list.
  private static let digits = 16

  private let digests: Set<Substring>

  /// Creates a list with one digest on each line: the first 16 digits of the SHA-256 of a file, as `sha256sum` prints it.
  public init(listedIn text: String) { digests = Set(text.split(whereSeparator: \.isWhitespace).map { $0.prefix(Self.digits) }) }

  /// Returns whether a file is in the list; a file that cannot be read is not.
  func contains(fileAt path: String) -> Bool {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else { return false }
    let digest = SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
    return digests.contains(digest.prefix(Self.digits))
  }
}
