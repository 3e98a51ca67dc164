import PocketSphinx
import VocativeUnderstanding

/// How English words sound, by Debian's dictionary.
enum SpokenDictionary {
  static func lookup() throws -> PronunciationLookup {
    PronunciationLookup(
      dictionary: try PronunciationDictionary(path: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"))
  }
}
