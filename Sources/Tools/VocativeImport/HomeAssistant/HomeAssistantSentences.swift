import VocativeUnderstanding

/// Home Assistant's sentences, as one or more files have them.
struct HomeAssistantSentences {
  /// Sentences of an intent that share what they mean.
  struct Block {
    let intent: String
    let location: Grammar.Location
    var sentences: [ImportedText] = []
    /// Slots with the value they have without being said.
    var slots: [(name: String, value: String)] = []
    /// Which of the intent's responses is given.
    var response = "default"
    var requires = HomeAssistantContext()
    var excludes = HomeAssistantContext()
    /// Lists and rules that only these sentences know.
    var lists: [String: HomeAssistantList] = [:]
    var rules: [String: ImportedText] = [:]
  }

  var blocks: [Block] = []
  var lists: [String: HomeAssistantList] = [:]
  var rules: [String: ImportedText] = [:]
  var skipWords: [String] = []
  /// Responses by intent and key.
  var responses: [String: [String: ImportedText]] = [:]
}
