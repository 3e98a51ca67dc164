import Foundation
import ProgramOutput

/// Writes each event to a JSON file in a folder, from which another program delivers it.
///
/// A file appears under its name only when it is complete. An existing file is not changed. A delivered event survives a power cut,
/// because nothing delivers it again.
public struct SpoolTransport: MessageTransport {
  /// The path of the folder.
  public let folder: String

  /// Creates a transport that writes to a folder.
  ///
  /// The folder is created on first use.
  public init(folder: String) {
    self.folder = folder
  }

  /// Writes the event to a file whose name starts with its number, so that names sort in order.
  public func deliver(_ event: MessageEvent) async throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let number = String(event.sequence)
    let name = "\(String(repeating: "0", count: max(10 - number.count, 0)))\(number)-\(event.id).json"
    let file = "\(folder)/\(name)"
    if !FileManager.default.fileExists(atPath: file) {
      // The name of Foundation's temporary file is random. This one is the same if the delivery is repeated after a kill, so none is
      // left.
      let temporary = "\(folder)/.\(name).part"
      try event.json.write(to: URL(fileURLWithPath: temporary))
      let written = try FileHandle(forWritingTo: URL(fileURLWithPath: temporary))
      defer { try? written.close() }
      try written.synchronize()
      try FileManager.default.moveItem(atPath: temporary, toPath: file)
    }
    ParentFolder.sync(of: file)
  }
}
