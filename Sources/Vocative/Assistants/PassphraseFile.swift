import Foundation
import LimitedFile
import VocativeUnderstanding

/// The file that holds the passphrase for private intents.
public enum PassphraseFile {
  /// The environment variable that overrides the path.
  public static let variable = "VOCATIVE_PASSPHRASE_FILE"

  private static let maxSize = 4 << 10

  /// The path from the environment; nil if it has none.
  public static var named: String? { BaseFolder.named(variable, in: ProcessInfo.processInfo.environment) }

  /// Reads the passphrase; returns nil if no file is named, and there is none.
  ///
  /// - Parameters:
  ///   - named: The file that the user has named, which must exist.
  ///   - folder: The folder of the file `passphrase`, which need not exist.
  /// - Throws: `PassphraseFileError` if other users may read the file, or it holds fewer than two words.
  public static func read(
    named: String? = named, in folder: String = AssistantLoader.configurationFolder
  ) throws(PassphraseFileError) -> String? {
    let path = named ?? folder + "/passphrase"
    guard named != nil || FileManager.default.fileExists(atPath: path) else { return nil }
    let file = SecretFile(path: path, limit: maxSize)
    let data: Data
    do throws(SecretFile.Failure) {
      data = try file.contents()
    } catch {
      let reason = file.reason(error, kind: "passphrase")
      throw PassphraseFileError(
        path: path, reason: named != nil && named == Self.named ? "\(reason); \(variable) names this file" : reason)
    }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard SpokenText.words(of: text).count >= 2 else {
      throw PassphraseFileError(path: path, reason: "a passphrase needs at least two words, written as they are spoken")
    }
    return text
  }
}

/// A passphrase file that cannot be used.
public struct PassphraseFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The reason and the remedy.
  public let reason: String

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}
