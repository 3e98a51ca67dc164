import ArgumentParser
import Vocative

/// `vocative ask TEXT…`: a conversation by typing.
struct Ask: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Hold a conversation by typing.",
    discussion: """
      If the last answer changes its card, the command ends with the last change.
      Exit status: 0 if every turn was understood and handled, 1 if one was not or a question is still open.
      """)

  @OptionGroup var options: AssistantOptions

  @Argument(help: "The turns of the conversation, one for each argument; - is the next line of standard input.")
  var turns: [String]

  func run() async throws {
    let logger = options.makeLogger()
    let control = SpeechControl(abilities: .installed, file: .user, isTrial: options.sample, logger: logger)
    let runtime = try await options.makeRuntime(
      speech: control, sampleData: options.assistant == nil ? .never : .ifEmpty, logger: logger)
    let trials = options.sample ? [] : runtime.assistants.filter(\.hasSampleData).map(\.name)
    if !trials.isEmpty {
      // A person would otherwise assume that additions are kept.
      StandardError.write(
        "vocative: \(SpokenList.of(trials)): there is no data yet, so sample data is used and discarded at the end; "
          + "without --assistant, your own data is used\n")
    }
    let printing = TerminalPrinting(
      printer: EventPrinter(json: options.json, timeFormat: "%2.0f", storesActivities: !runtime.hasSampleData),
      presenters: options.selection.presenters(of:))
    var conversation = TypedConversation(runtime: runtime)
    var outcome = ConversationOutcome()
    try await printing.finish {
      for turn in turns {
        let text = await StandardInput.text(for: turn)
        for event in try await conversation.say(text, notify: printing.print) { outcome.add(event) }
      }
      await conversation.followCard(notify: printing.print)
    }
    if let question = conversation.openQuestion {
      StandardError.write("vocative: a question is still open: \(question) Give its answer as one more argument.\n")
      await conversation.cancel()
      throw ExitStatus.no
    }
    try outcome.exitUnlessFine()
  }
}
