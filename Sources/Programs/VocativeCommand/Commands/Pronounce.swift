import ArgumentParser
import Vocative

/// `vocative pronounce WORD…`: prints pronunciations.
struct Pronounce: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the pronunciations of words and their sources.",
    discussion: """
      The sources are your dictionary (\(UserDictionaryFile.path), or $\(UserDictionaryFile.variable)), then the dictionary of the \
      model. A word in neither is guessed from its letters. Rules derive regular variants for commands; a \
      pronunciation of your own turns them off for its word. Exit status: 1 if a word has no pronunciation.
      """)

  @Option(help: ArgumentHelp(RecognitionModel.help, valueName: "folder"))
  var model: String?

  @Flag(help: "Print one JSON object for each word.")
  var json = false

  @Argument(help: "Words, numbers, amounts or names.")
  var words: [String]

  private static var remedy: String { "write how it sounds in \(UserDictionaryFile.path)" }

  func run() throws {
    let lookup = try RecognitionModel(directory: model).pronunciations
    var isComplete = true
    for text in words {
      for word in try WordPronunciation.all(of: text, by: lookup) {
        StandardOutput.line(json ? word.json : word.line + (word.isUncertain ? "; \(Self.remedy)" : ""))
        if !json { for variant in word.variants { StandardOutput.line("  " + variant.line) } }
        if word.pronunciations.isEmpty { isComplete = false }
      }
    }
    if !isComplete { throw ExitStatus.no }
  }
}
