import Foundation
public import PocketSphinx
public import VocativeUnderstanding

/// The recognition data on this machine: an acoustic model, a pronunciation dictionary and, for free text, a language model.
public struct RecognitionModel: Hashable, Sendable {
  /// The acoustic model.
  public let acousticModel: AcousticModel
  /// The pronunciation dictionary.
  public let dictionary: PronunciationDictionary
  /// The language model for free text; nil if there is none.
  public let languageModel: LanguageModel?
  /// The user's own pronunciations; nil if there are none.
  public let userDictionary: UserDictionary?

  /// The folder where Debian's package `pocketsphinx-en-us` installs the model.
  public static let defaultDirectory = "/usr/share/pocketsphinx/model/en-us"
  /// The environment variable that overrides the folder.
  public static let directoryVariable = "VOCATIVE_MODEL"
  /// The folder in this variable; nil if it has none.
  public static var namedDirectory: String? { BaseFolder.named(directoryVariable, in: ProcessInfo.processInfo.environment) }

  /// Loads the model from `directory`, else from the folder that the environment names, else from Debian's.
  ///
  /// The folder holds the acoustic model in `en-us/` (or is the acoustic model itself) and `cmudict-en-us.dict`. The file
  /// `en-us.lm.bin` is optional.
  ///
  /// The user's dictionary is loaded from `UserDictionaryFile.path`.
  ///
  /// - Throws: `PocketSphinxError` that names the missing or damaged file, or a named folder without a model.
  public init(directory: String? = nil) throws(PocketSphinxError) {
    let named = directory ?? Self.namedDirectory
    let option = directory == nil ? Self.directoryVariable : "--model"
    guard named?.isEmpty != true else {
      throw PocketSphinxError(code: .noModel, operation: option, reason: "the name of the folder is empty")
    }
    let folder = named ?? Self.defaultDirectory
    let nested = folder + "/en-us"
    let acousticFolder = FileManager.default.fileExists(atPath: nested) ? nested : folder
    // To install the default model again does not help against another folder.
    guard named == nil || FileManager.default.fileExists(atPath: acousticFolder + "/mdef") else {
      throw PocketSphinxError(
        code: .noModel, operation: folder,
        reason: "there is no recognition model in this folder; choose another folder with \(option)")
    }
    acousticModel = try AcousticModel(directory: acousticFolder)
    dictionary = try PronunciationDictionary(path: folder + "/cmudict-en-us.dict")
    let languageModel = folder + "/en-us.lm.bin"
    self.languageModel =
      FileManager.default.fileExists(atPath: languageModel) ? try LanguageModel(path: languageModel) : nil
    userDictionary = try UserDictionaryFile.read(phones: acousticModel.phones)
  }

  /// Looks up pronunciations for this model.
  public var pronunciations: PronunciationLookup {
    PronunciationLookup(dictionary: dictionary, userDictionary: userDictionary, phones: acousticModel.phones)
  }

  /// The recognizer for free text; nil without a language model.
  public var dictation: Dictation? { languageModel.map { Dictation(dictionary: dictionary, languageModel: $0) } }
}
