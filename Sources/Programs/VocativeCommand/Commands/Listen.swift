import ArgumentParser
import Foundation
import Synchronization
import Vocative

/// `vocative listen`: the microphone through the whole pipeline.
struct Listen: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Listen to a microphone and answer.",
    discussion: "Shows the input level, the state, and the events of each conversation. Press control-C to end it.")

  @OptionGroup var options: AssistantOptions
  @OptionGroup var speech: SpeechOptions
  @OptionGroup var listening: ListeningOptions
  @OptionGroup var services: ServiceOptions

  @Option(help: ArgumentHelp("The ALSA device to record from; \"vocative devices\" lists devices.", valueName: "name"))
  var device = "default"

  @Option(help: ArgumentHelp("Stop after this many seconds of audio (default: never).", valueName: "seconds"))
  var duration: Double?

  func validate() throws {
    if let duration, !(duration > 0) { throw ValidationError("--duration must be more than 0 seconds") }
    try OutputPath.require(speech.speechFile, "--speech-file", differsFrom: options.intents)
  }

  func run() async throws {
    let logger = options.makeLogger()
    let model = try RecognitionModel(directory: options.model)
    let control = try speech.control(isService: services.speech != nil, isTrial: options.sample, logger: logger)
    let runtime = try await options.makeRuntime(model: model, speech: control, logger: logger)
    let call = runtime.assistant.wakePhrases.first.map { "say \"\($0)\" and a phrase" } ?? "say a phrase"
    let display = ListeningDisplay(
      greeting: options.json ? nil : "listening to \"\(device)\": \(call); press control-C to end",
      printer: EventPrinter(
        json: options.json, showsScores: options.verbose, storesActivities: !runtime.hasSampleData),
      presenters: options.selection.presenters(of:),
      showsLevel: !options.json && isatty(STDOUT_FILENO) == 1)
    let loop = TurnLoop(
      runtime: runtime, stages: try services.stages(model: model, speech: speech, control: control, logger: logger),
      configuration: listening.configuration, logger: logger, notify: display.show)
    let source = MicrophoneSource(device: device, configuration: listening.microphone, logger: logger)
    let ringing = Task { await AlertRinger(loop: loop, logger: logger).run() }
    defer { ringing.cancel() }
    try await display.finish {
      if let duration {
        try await loop.run(LimitedSource(source, seconds: duration))
      } else {
        try await loop.run(source)
      }
    }
    if !options.json {
      let counts = source.statistics.counts
      StandardOutput.line("\(counts.frames) frames, \(counts.overruns) overruns, \(counts.droppedFrames) dropped")
    }
    try display.exitUnlessSpoken()
  }
}
