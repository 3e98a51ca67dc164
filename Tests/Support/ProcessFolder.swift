public import Foundation

/// The folder of this test process, for all files of its tests; it is deleted when the process ends.
public enum ProcessFolder {
  /// The folder, created on first use.
  public static let url: URL = {
    let place = parent(temporary: FileManager.default.temporaryDirectory)
    deleteFoldersOfEndedProcesses(in: place)
    let folder = place.appending(path: "\(name)\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: ProcessFolder.url) }
    return folder
  }()

  private static let name = "vocative-tests-"

  /// Returns the folder for temporary files, unless ALSA's configuration cannot name files in it.
  private static func parent(temporary folder: URL) -> URL {
    folder.path(percentEncoded: false).contains(where: " ,:\"'".contains) ? URL(filePath: "/tmp") : folder
  }

  /// Deletes what processes left that a signal ended.
  private static func deleteFoldersOfEndedProcesses(in parent: URL) {
    for item in (try? FileManager.default.contentsOfDirectory(atPath: parent.path(percentEncoded: false))) ?? [] {
      guard item.hasPrefix(name), let process = pid_t(item.dropFirst(name.count)), kill(process, 0) != 0, errno == ESRCH else {
        continue
      }
      try? FileManager.default.removeItem(at: parent.appending(path: item))
    }
  }

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
