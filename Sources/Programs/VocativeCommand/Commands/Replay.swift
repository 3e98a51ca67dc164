import ArgumentParser
import BuiltInAssistants
import Foundation
import Logging
import Synchronization
import Vocative

/// `vocative replay FILE…`: recordings through the whole pipeline.
struct Replay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play recordings through the pipeline and answer.",
    discussion: """
      Reads WAV, FLAC, Ogg and the other formats of libsndfile at any sample rate and channel count; "-" reads raw samples (16 kHz, \
      mono, 16 bit little-endian) from standard input.
      If Money has no data of its own, it uses sample data, which is discarded at the end.

      Exit status: 0 if there was a request and all requests were handled, 1 otherwise.
      """)

  @OptionGroup var options: AssistantOptions
  @OptionGroup var speech: SpeechOptions
  @OptionGroup var sentence: SentenceOptions

  @Flag(help: "Play each recording in real time, as a microphone delivers it.")
  var realTime = false

  @Argument(help: "The recordings.", completion: .file())
  var files: [String]

  func validate() throws {
    try InputPath.requireNamed(files, "<files>")
    try OutputPath.require(speech.speechFile, "--speech-file", differsFrom: files + options.intents)
  }

  func run() async throws {
    let logger = options.makeLogger()
    let model = try RecognitionModel(directory: options.model)
    let control = try speech.control(isTrial: options.sample, logger: logger)
    let runtime = try await options.makeRuntime(model: model, speech: control, sampleData: .ifEmpty, logger: logger)
    let printing = TerminalPrinting(
      printer: EventPrinter(
        json: options.json, showsScores: options.verbose, storesActivities: !runtime.hasSampleData),
      presenters: options.selection.presenters(of:))
    let outcome = Mutex(ConversationOutcome())
    let loop = TurnLoop(
      runtime: runtime, stages: .init(model: model, synthesizer: try speech.synthesizer(control)),
      configuration: sentence.configuration,
      logger: logger
    ) { notice in
      guard case .event(let event) = notice else { return }
      printing.print(event)
      outcome.withLock { $0.add(event) }
    }
    try await printing.finish {
      try await replay(through: loop, printing: printing, logger: logger) { outcome.withLock { $0.takeSilence() } }
    }
    try outcome.withLock { try $0.exitUnlessFine() }
  }

  private func replay(
    through loop: TurnLoop, printing: TerminalPrinting, logger: Logger, wasSilent: () -> Bool
  ) async throws {
    for file in files {
      if files.count > 1, !options.json { printing.print("\(file):") }
      do {
        if file == "-" {
          try await loop.run(RawStreamSource())
        } else {
          try await loop.run(AudioFileSource(path: file, pace: realTime ? .realTime : .asFastAsPossible, logger: logger))
        }
      } catch  where options.json && !(error is CancellationError) {
        // A program that reads the events would otherwise only see that they end.
        let fault = TurnEvent.Kind.error(code: "recording", message: ErrorMessage.text(for: error))
        printing.print(TurnEvent(time: await loop.position, kind: fault))
        throw error
      }
      if !options.json, wasSilent() {
        let call = await loop.status.wakePhrases.first.map { "\"\($0)\"" } ?? "any phrase"
        printing.print("no request: \(call) was not heard")
      }
    }
  }
}
