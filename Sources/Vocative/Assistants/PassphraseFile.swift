import Foundation
import LimitedFile
import VocativeUnderstanding

/// The file that holds the passphrase for private intents.
public enum PassphraseFile {
  /// The environment variable that names another file.
  public static let variable = "VOCATIVE_PASSPHRASE_FILE"

  private static let largestSize = 4 << 10

  /// The file the environment names, else `vocative/passphrase` in the user's configuration folder by the XDG base directory
  /// specification.
  public static var path: String {
    ProcessInfo.processInfo.environment[variable] ?? ConfigurationFolder.path + "/passphrase"
  }

  /// The passphrase in the file; nil when there is no such file.
  ///
  /// - Throws: `PassphraseFileError` when others may read the file, or it holds no words.
  public static func read(path: String = path) throws(PassphraseFileError) -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let file = SecretFile(path: path, limit: largestSize)
    let data: Data
    do throws(SecretFile.Failure) {
      data = try file.contents()
    } catch {
      throw PassphraseFileError(path: path, reason: file.reason(error, kind: "passphrase"))
    }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard SpokenText.words(of: text).count >= 2 else {
      throw PassphraseFileError(path: path, reason: "a passphrase has at least two words, as they are said")
    }
    return text
  }
}

/// A passphrase file that cannot be used.
public struct PassphraseFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong and what to do.
  public let reason: String

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}
