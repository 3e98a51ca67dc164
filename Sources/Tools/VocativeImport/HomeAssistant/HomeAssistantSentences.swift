import VocativeUnderstanding

/// Home Assistant's sentences from one or more files.
struct HomeAssistantSentences {
  /// Sentences of an intent with a common meaning.
  struct Block {
    let intent: String
    let location: Grammar.Location
    var sentences: [ImportedText] = []
    /// Slots with a value that is not spoken.
    var slots: [(name: String, value: String)] = []
    /// The key of the intent's response.
    var response = "default"
    var requires = HomeAssistantContext()
    var excludes = HomeAssistantContext()
    /// Lists and rules that are local to these sentences.
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
