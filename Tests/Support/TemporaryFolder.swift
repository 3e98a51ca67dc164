public import Foundation

/// A temporary folder for one test in the folder of the process, deleted with this object.
public final class TemporaryFolder: Sendable {
  /// The folder's path.
  public let path: String

  /// Creates an empty folder.
  public init() throws {
    // The name is short, because the path of a socket may have only about a hundred bytes.
    path = ProcessFolder.url.appending(path: String(UInt64.random(in: .min ... .max), radix: 36)).path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ data: Data, to name: String) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }
}
