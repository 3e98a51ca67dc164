import Foundation
import PocketSphinx
import VocativeUnderstanding

/// The file that holds the user's own pronunciations.
public enum UserDictionaryFile {
  /// The environment variable that names another file.
  public static let variable = "VOCATIVE_PRONUNCIATIONS"

  /// The file the environment names, else `vocative/pronunciations.dict` in the user's configuration folder by the XDG base directory
  /// specification.
  public static var path: String {
    ProcessInfo.processInfo.environment[variable] ?? ConfigurationFolder.path + "/pronunciations.dict"
  }

  /// The user's dictionary; nil when the environment names none and there is none in the configuration folder.
  ///
  /// - Throws: `PocketSphinxError` naming the file and the line that cannot be used.
  static func read(phones: [String]) throws(PocketSphinxError) -> UserDictionary? {
    let isNamed = ProcessInfo.processInfo.environment[variable] != nil
    guard isNamed || FileManager.default.fileExists(atPath: path) else { return nil }
    return try UserDictionary(path: path, phones: phones)
  }
}
