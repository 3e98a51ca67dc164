import Foundation
public import PocketSphinx
public import VocativeUnderstanding

/// The recognition data on this machine: an acoustic model, a pronunciation dictionary and, for free text, a language model.
public struct RecognitionModel: Hashable, Sendable {
  /// The acoustic model.
  public let acousticModel: AcousticModel
  /// The pronunciation dictionary.
  public let dictionary: PronunciationDictionary
  /// The language model that free text is heard with; nil where there is none.
  public let languageModel: LanguageModel?
  /// The user's own pronunciations; nil when there are none.
  public let userDictionary: UserDictionary?

  /// Where Debian's package `pocketsphinx-en-us` puts the model.
  public static let defaultDirectory = "/usr/share/pocketsphinx/model/en-us"
  /// The environment variable that names another folder.
  public static let directoryVariable = "VOCATIVE_MODEL"

  /// The model in `directory`, else in the folder the environment names, else Debian's.
  ///
  /// The folder holds the acoustic model in `en-us/` (or is one itself) and `cmudict-en-us.dict`; `en-us.lm.bin` may be missing.
  ///
  /// The user's dictionary is read too, from where `UserDictionaryFile` says.
  ///
  /// - Throws: `PocketSphinxError` naming the file that is missing or damaged.
  public init(directory: String? = nil) throws(PocketSphinxError) {
    let directory =
      directory ?? ProcessInfo.processInfo.environment[Self.directoryVariable] ?? Self.defaultDirectory
    let nested = directory + "/en-us"
    acousticModel = try AcousticModel(
      directory: FileManager.default.fileExists(atPath: nested) ? nested : directory)
    dictionary = try PronunciationDictionary(path: directory + "/cmudict-en-us.dict")
    let languageModel = directory + "/en-us.lm.bin"
    self.languageModel =
      FileManager.default.fileExists(atPath: languageModel) ? try LanguageModel(path: languageModel) : nil
    userDictionary = try UserDictionaryFile.read(phones: acousticModel.phones)
  }

  /// How words are said to this model.
  public var pronunciations: PronunciationLookup {
    PronunciationLookup(dictionary: dictionary, userDictionary: userDictionary, phones: acousticModel.phones)
  }

  /// What free text is heard with; nil without a language model.
  public var dictation: Dictation? { languageModel.map { Dictation(dictionary: dictionary, languageModel: $0) } }
}
