import Foundation
public import PocketSphinx

/// The recognition data on this machine: an acoustic model and a pronunciation dictionary.
public struct RecognitionModel: Hashable, Sendable {
  /// The acoustic model.
  public let acousticModel: AcousticModel
  /// The pronunciation dictionary.
  public let dictionary: PronunciationDictionary

  /// Where Debian's package `pocketsphinx-en-us` puts the model.
  public static let defaultDirectory = "/usr/share/pocketsphinx/model/en-us"
  /// The environment variable that names another folder.
  public static let directoryVariable = "VOCATIVE_MODEL"

  /// The model in `directory`, else in the folder the environment names, else Debian's.
  ///
  /// The folder holds the acoustic model in `en-us/` (or is one itself) and `cmudict-en-us.dict`.
  ///
  /// - Throws: `PocketSphinxError` naming the file that is missing or damaged.
  public init(directory: String? = nil) throws(PocketSphinxError) {
    let directory =
      directory ?? ProcessInfo.processInfo.environment[Self.directoryVariable] ?? Self.defaultDirectory
    let nested = directory + "/en-us"
    acousticModel = try AcousticModel(
      directory: FileManager.default.fileExists(atPath: nested) ? nested : directory)
    dictionary = try PronunciationDictionary(path: directory + "/cmudict-en-us.dict")
  }
}
