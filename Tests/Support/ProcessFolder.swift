public import Foundation

/// The folder of this test process, for what belongs to no test alone or outlives it; it is deleted when the process ends.
public enum ProcessFolder {
  /// The folder, made on first use.
  public static let url: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vocative-tests-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: ProcessFolder.url) }
    return folder
  }()

  /// A path that no other test uses, ending in `name`.
  public static func path(_ name: String) -> String {
    url.appending(path: "\(UUID().uuidString)-\(name)").path(percentEncoded: false)
  }

  /// Writes a new file that no other test uses and gives its path.
  public static func file(_ name: String, holding bytes: some Collection<UInt8>) throws -> String {
    let path = path(name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }
}
