public import Foundation

/// The folder of this test process, for files shared by tests; it is deleted when the process ends.
public enum ProcessFolder {
  /// The folder, created on first use.
  public static let url: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vocative-tests-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: ProcessFolder.url) }
    return folder
  }()

  /// Returns a unique path that ends in `name`.
  public static func path(_ name: String) -> String {
    url.appending(path: "\(UUID().uuidString)-\(name)").path(percentEncoded: false)
  }

  /// Writes a new file with a unique name and returns its path.
  public static func file(_ name: String, holding bytes: some Collection<UInt8>) throws -> String {
    let path = path(name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }
}
