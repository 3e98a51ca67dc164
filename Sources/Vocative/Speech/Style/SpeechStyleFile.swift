import Foundation
import LimitedFile
import VocativeResponse

/// The file that keeps the changed volume, speed and voice across restarts.
public struct SpeechStyleFile: Equatable, Sendable {
  /// The file `speech.json` in the service manager's state folder, else in the user's state folder of Vocative.
  public static var user: SpeechStyleFile { SpeechStyleFile(path: StateFolder.path + "/speech.json") }

  /// The path of the file, which may not exist yet.
  public let path: String

  private static let maxSize = 4 << 10

  private struct Contents: Codable {
    let changed: SpeechStyle
    /// The configured style at the time of the change; a setting that is configured later takes precedence.
    let configured: SpeechStyle
  }

  /// Creates a file at a path.
  public init(path: String) {
    self.path = path
  }

  /// Reads the changed style; returns the configured one if the file does not exist.
  ///
  /// - Throws: `SpeechStyleFileError` if the file is damaged or unreadable.
  func style(configured: SpeechStyle) throws(SpeechStyleFileError) -> SpeechStyle {
    guard FileManager.default.fileExists(atPath: path) else { return configured }
    let data = try LimitedFile(path: path, limit: Self.maxSize).contents { _ in
      SpeechStyleFileError(path: path, reason: "it is a folder, too large, or you may not read it; make it a file that you own")
    }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
      throw SpeechStyleFileError(path: path, reason: "damaged file; remove it, or change the volume, the speed or the voice")
    }
    func latest<Value: Equatable>(_ value: KeyPath<SpeechStyle, Value>) -> Value {
      let isConfiguredLater = contents.configured[keyPath: value] != configured[keyPath: value]
      return isConfiguredLater ? configured[keyPath: value] : contents.changed[keyPath: value]
    }
    return SpeechStyle(volume: latest(\.volume), speed: latest(\.speed), voice: latest(\.voice))
  }

  /// Writes a changed style, atomically.
  ///
  /// - Throws: `SpeechStyleFileError` if it cannot be written.
  func write(_ style: SpeechStyle, configured: SpeechStyle) throws(SpeechStyleFileError) {
    do {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try Data((Contents(changed: style, configured: configured).jsonLine + "\n").utf8).write(
        to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw SpeechStyleFileError(
        path: path,
        reason: "the change applies until the next restart only: \(error.localizedDescription); make the folder yours")
    }
  }
}

/// A file with a speech style that cannot be used.
public struct SpeechStyleFileError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The file.
  public let path: String
  /// The reason and the remedy.
  public let reason: String

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
  /// The exit status is `configuration`.
  public var exitStatus: ExitStatus { .configuration }
}
