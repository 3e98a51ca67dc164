import Foundation

/// Puts each event into a folder as one JSON file, for another program to carry on.
///
/// A file appears under its name when it is whole; one that is there already is left alone.
public struct SpoolTransport: MessageTransport {
  /// The folder.
  public let folder: String

  /// A transport that writes to a folder, which is made when it is needed.
  public init(folder: String) {
    self.folder = folder
  }

  /// Writes the event's file, named by its number so that names sort in order.
  public func deliver(_ event: MessageEvent) async throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let number = String(event.sequence)
    let path = "\(folder)/\(String(repeating: "0", count: max(10 - number.count, 0)))\(number)-\(event.id).json"
    guard !FileManager.default.fileExists(atPath: path) else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    // Foundation writes a temporary file beside it and renames that.
    try encoder.encode(event).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
