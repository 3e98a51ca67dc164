import ArgumentParser
import Foundation
import Synchronization
import Vocative

/// `vocative replay FILE…`: recordings through the whole pipeline.
struct Replay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play recordings through the whole pipeline.",
    discussion: """
      Reads WAV, FLAC, Ogg and whatever else libsndfile reads, at any rate and channel count; "-" reads raw samples \
      (16 kHz, mono, 16 bit little-endian) from standard input.
      Exit status 0 when something was asked and all of it was handled, 1 when not.
      """)

  @OptionGroup var options: AssistantOptions
  @OptionGroup var speech: SpeechOptions

  @Flag(help: "Play each recording at the speed it was made, as a microphone would deliver it.")
  var realTime = false

  @Argument(help: "The recordings.", completion: .file())
  var files: [String]

  func validate() throws {
    guard !files.isEmpty else {
      throw ValidationError("No recording named; for example: vocative replay Audio/money/slt-breath-vacation-goal.wav")
    }
  }

  func run() async throws {
    let logger = options.makeLogger()
    let model = try RecognitionModel(directory: options.model)
    let runtime = try await options.makeRuntime(model: model, logger: logger)
    let printer = EventPrinter(style: options.json ? .json : .text(width: EventPrinter.terminalWidth))
    let outcome = Mutex(ConversationOutcome())
    let call = runtime.assistant.wakePhrases.first.map { "\"\($0)\"" } ?? "any phrase"
    let loop = TurnLoop(
      runtime: runtime, model: model, synthesizer: try speech.synthesizer(), calibration: .user, logger: logger
    ) { notice in
      guard case .event(let event) = notice else { return }
      printer.print(event)
      outcome.withLock { $0.add(event) }
    }
    for file in files {
      if files.count > 1, !options.json { StandardOutput.line("\(file):") }
      if file == "-" {
        try await loop.run(RawStreamSource())
      } else {
        try await loop.run(AudioFileSource(path: file, pace: realTime ? .realTime : .asFastAsPossible, logger: logger))
      }
      if !options.json, outcome.withLock({ $0.takeSilence() }) {
        StandardOutput.line("nothing was said to the assistant: \(call) was not heard")
      }
    }
    try outcome.withLock { try $0.exitUnlessFine() }
  }
}
