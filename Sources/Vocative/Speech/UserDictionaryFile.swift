import Foundation
import PocketSphinx
import VocativeUnderstanding

/// The file with the user's own pronunciations.
public enum UserDictionaryFile {
  /// The environment variable that overrides the path.
  public static let variable = "VOCATIVE_PRONUNCIATIONS"

  /// The path from the environment, else `pronunciations.dict` in the user's configuration folder of Vocative.
  public static var path: String {
    ProcessInfo.processInfo.environment[variable] ?? ConfigurationFolder.path + "/pronunciations.dict"
  }

  /// Reads the dictionary; returns nil if the environment names none and the configuration folder has none.
  ///
  /// - Throws: `PocketSphinxError` that names the file and the invalid line.
  static func read(phones: [String]) throws(PocketSphinxError) -> UserDictionary? {
    let isNamed = ProcessInfo.processInfo.environment[variable] != nil
    guard isNamed || FileManager.default.fileExists(atPath: path) else { return nil }
    return try UserDictionary(path: path, phones: phones)
  }
}
