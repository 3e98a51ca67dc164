import GardenAssistant
import Logging
import Vocative

@main
struct GardenProgram {
  static func main() async throws {
    let logger = LibraryMessages.logger(level: .warning)
    let runtime = try IntentRuntime(inMemory: gardenAssistant(), logger: logger)
    try await runtime.prepare()
    let turns = CommandLine.arguments.dropFirst()
    if turns.isEmpty {
      try await listen(with: runtime, logger: logger)
    } else {
      let lines = try await answers(to: Array(turns), from: runtime)
      for line in lines { print(line) }
      try await SpeakingSynthesizer(engine: .installed(), output: .file("answer.wav")).speak(lines.last ?? "")
    }
  }

  /// Takes typed turns and returns what would be spoken.
  static func answers(to turns: [String], from runtime: IntentRuntime) async throws -> [String] {
    var conversation = TypedConversation(runtime: runtime)
    var lines: [String] = []
    for turn in turns {
      for event in try await conversation.say(turn) {
        switch event.kind {
        case .asked(let dialog, _), .responded(_, _, let dialog, _): lines.append(dialog)
        case .rejected(_, _, let dialog): lines.append(dialog ?? "I did not understand that.")
        default: break
        }
      }
    }
    return lines
  }

  /// Listens to the default microphone and speaks the answers until the program ends.
  static func listen(with runtime: IntentRuntime, logger: Logger) async throws {
    let speech = SpeakingSynthesizer(engine: try .installed(), output: .device("default"))
    let loop = TurnLoop(
      runtime: runtime, stages: .init(model: try RecognitionModel(), synthesizer: speech), logger: logger
    ) { notice in
      if case .event(let event) = notice { print(event.json) }
    }
    print("listening; press control-C to end")
    try await loop.run(MicrophoneSource(device: "default", logger: logger))
  }
}
