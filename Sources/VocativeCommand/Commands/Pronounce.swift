import ArgumentParser
import Vocative

/// `vocative pronounce WORD…`: how words will be heard.
struct Pronounce: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell how words will be heard, and where that comes from.",
    discussion: """
      Asked are your own dictionary (\(UserDictionaryFile.path), or $\(UserDictionaryFile.variable)), then the model's; what is in \
      neither is guessed from its letters. Exit status 1 when a word has no pronunciation.
      """)

  @Option(help: ArgumentHelp("Folder of the recognition model.", valueName: "folder"))
  var model: String?

  @Flag(help: "Print one JSON object a word.")
  var json = false

  @Argument(help: "Words, numbers, sums or names.")
  var words: [String]

  private static var remedy: String { "write how it sounds in \(UserDictionaryFile.path)" }

  func run() throws {
    let lookup = try RecognitionModel(directory: model).pronunciations
    var isComplete = true
    for text in words {
      for word in try WordPronunciation.all(of: text, by: lookup) {
        StandardOutput.line(json ? word.json : word.line + (word.isUncertain ? "; \(Self.remedy)" : ""))
        if word.pronunciations.isEmpty { isComplete = false }
      }
    }
    if !isComplete { throw ExitStatus.no }
  }
}
