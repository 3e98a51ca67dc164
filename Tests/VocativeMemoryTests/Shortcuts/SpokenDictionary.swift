import PocketSphinx
import VocativeUnderstanding

/// Pronunciations from Debian's English dictionary.
enum SpokenDictionary {
  static func lookup() throws -> PronunciationLookup {
    PronunciationLookup(
      dictionary: try PronunciationDictionary(path: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"))
  }
}
