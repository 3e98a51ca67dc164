import AudioSamples
public import VocativeCapture

/// The counters of a turn loop since its creation.
struct TurnTally {
  /// The number of processed samples.
  var heardSamples = 0
  /// The number of accepted keyphrases.
  var hits = 0
  /// The number of answers.
  var answers = 0
}

/// The state and the counters of a turn loop at one moment.
public struct TurnStatus: Equatable, Sendable, Codable {
  /// The current state.
  public let state: TurnState
  /// Whether the microphone is muted; the loop may still be giving an answer.
  public let muted: Bool
  /// The sides that mute it; nil if it is not muted.
  public let mutedBy: [MuteHolder]?
  /// The assistant's name.
  public let assistant: String
  /// The assistant's wake phrases.
  public let wakePhrases: [String]
  /// The amount of processed audio in seconds.
  public let heardSeconds: Double
  /// The number of accepted keyphrases and stop words.
  public let hits: Int
  /// The number of answers.
  public let answers: Int
  /// The current device or file; nil if there is none.
  public let source: String?
  /// Its current problems in alphabetical order.
  public let conditions: [CaptureCondition]
  /// The fault and the remedy if a damaged mute file keeps it muted; nil otherwise.
  public let muteFault: String?
}

extension TurnLoop {
  /// The current state and counters.
  public var status: TurnStatus {
    let tally = report.tally
    return TurnStatus(
      state: state, muted: muting.isOn, mutedBy: muting.isOn ? muting.holders.sorted() : nil, assistant: runtime.assistant.name,
      wakePhrases: runtime.assistant.wakePhrases,
      heardSeconds: SpeechAudio.seconds(of: tally.heardSamples), hits: tally.hits, answers: tally.answers,
      source: source?.label, conditions: (source?.statistics.conditions ?? []).sorted { $0.rawValue < $1.rawValue },
      muteFault: muting.fault?.description)
  }
}
