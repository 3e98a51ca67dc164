import ArgumentParser
import Vocative
import VocativeControl

/// `vocative pronounce WORD…`: prints pronunciations.
struct Pronounce: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the pronunciations of words and their sources.",
    discussion: """
      The sources are your dictionary (~/.config/vocative/pronunciations.dict, or $\(UserDictionaryFile.variable)), then the dictionary of \
      the model. A word in neither is guessed from its letters. Rules derive regular variants for commands; a \
      pronunciation of your own turns them off for its word.

      If the daemon runs, the command uses its dictionaries, and reports this on standard error. --local and --model use your \
      own.
      Exit status: 1 if a word has no pronunciation.
      """)

  @Option(help: ArgumentHelp(RecognitionModel.help, valueName: "folder"))
  var model: String?

  @OptionGroup var daemon: DaemonOptions

  @Flag(help: "Print one JSON object for each word.")
  var json = false

  @Argument(help: "Words, numbers, amounts or names.")
  var words: [String]

  func run() async throws {
    let (entries, dictionary) = try await pronunciations()
    for word in entries {
      let isUnknown = word.pronunciations.isEmpty && !SpokenText.words(of: word.word).isEmpty
      let remedy = word.isUncertain || isUnknown ? "; write how it sounds in \(dictionary)" : ""
      StandardOutput.line(json ? word.json : word.line + remedy)
      if !json { for variant in word.variants { StandardOutput.line("  " + variant.line) } }
    }
    if entries.contains(where: \.pronunciations.isEmpty) { throw ExitStatus.no }
  }

  /// Returns the words with their pronunciations, and the user's dictionary.
  private func pronunciations() async throws -> ([WordPronunciation], dictionary: String) {
    if model == nil, let reply = try await daemon.reply(to: .pronounce(words)) {
      return (reply.words ?? [], reply.dictionary ?? UserDictionaryFile.path)
    }
    let lookup = try RecognitionModel(directory: model).pronunciations
    return (try words.flatMap { try WordPronunciation.all(of: $0, by: lookup) }, UserDictionaryFile.path)
  }
}
