import Foundation
import LimitedFile
import ProgramOutput
import VocativeResponse

/// The file that keeps the changed volume, speed and voice across restarts.
public struct SpeechStyleFile: Equatable, Sendable {
  /// The file `speech.json` in the service manager's state folder, else in the user's state folder of Vocative.
  public static var user: SpeechStyleFile { SpeechStyleFile(path: StateFolder.path + "/speech.json") }

  /// The path of the file, which may not exist yet.
  public let path: String

  private static let maxSize = 4 << 10

  private struct Contents: Codable {
    /// The changed values; those that were not changed are nil.
    var changed = SpeechChange()
    /// The settings that the changed values replaced; a setting that is configured later takes precedence.
    var configured = SpeechChange()
  }

  /// Creates a file at a path.
  public init(path: String) {
    self.path = path
  }

  /// Reads the changed style; returns the configured one if the file does not exist.
  ///
  /// - Throws: `SpeechStyleFileError` if the file is damaged or unreadable.
  func style(configured: SpeechStyle) throws(SpeechStyleFileError) -> SpeechStyle {
    guard let contents = try stored() else { return configured }
    let settings = SpeechChange(configured)
    func latest<Value: Equatable>(_ value: KeyPath<SpeechChange, Value?>) -> Value? {
      let isConfiguredLater = contents.configured[keyPath: value] != settings[keyPath: value]
      return (isConfiguredLater ? nil : contents.changed[keyPath: value]) ?? settings[keyPath: value]
    }
    return SpeechStyle(
      volume: latest(\.volume) ?? configured.volume, speed: latest(\.speed) ?? configured.speed, voice: latest(\.voice))
  }

  /// Reads the file; returns nil if it does not exist.
  private func stored() throws(SpeechStyleFileError) -> Contents? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data = try LimitedFile(path: path, limit: Self.maxSize).contents { _ in
      SpeechStyleFileError(path: path, reason: "it is a folder, too large, or you may not read it; make it a file that you own")
    }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
      throw SpeechStyleFileError(path: path, reason: "damaged file; remove it, or change the volume, the speed or the voice")
    }
    return contents
  }

  /// Writes the changed values of a style, atomically; those that it shares with the former style stay as they are in the file,
  /// because a program with other settings may have changed them.
  ///
  /// - Throws: `SpeechStyleFileError` if it cannot be written.
  func write(_ style: SpeechStyle, after former: SpeechStyle, configured: SpeechStyle) throws(SpeechStyleFileError) {
    // A change replaces a damaged file.
    var kept = (try? stored()) ?? Contents()
    let (new, old, settings) = (SpeechChange(style), SpeechChange(former), SpeechChange(configured))
    func keep<Value: Equatable>(_ value: WritableKeyPath<SpeechChange, Value?>) {
      guard new[keyPath: value] != old[keyPath: value] else { return }
      let isChanged = new[keyPath: value] != settings[keyPath: value]
      kept.changed[keyPath: value] = isChanged ? new[keyPath: value] : nil
      kept.configured[keyPath: value] = isChanged ? settings[keyPath: value] : nil
    }
    keep(\.volume)
    keep(\.speed)
    keep(\.voice)
    do throws(OutputFileError) {
      try OutputFile(path).writeMakingFolder(Data((kept.jsonLine + "\n").utf8))
    } catch {
      throw SpeechStyleFileError(
        path: path, reason: "the change applies until the next restart only: \(error.diskReason)", exitStatus: .output)
    }
  }
}

extension SpeechChange {
  /// Creates the change to every value of a style.
  fileprivate init(_ style: SpeechStyle) { self.init(volume: style.volume, speed: style.speed, voice: style.voice) }
}

/// A file with a speech style that cannot be used.
public struct SpeechStyleFileError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The file.
  public let path: String
  /// The reason and the remedy.
  public let reason: String
  /// The exit status is `configuration`, or `output` if the file cannot be written.
  public internal(set) var exitStatus = ExitStatus.configuration

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}
