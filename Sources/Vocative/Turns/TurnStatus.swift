public import VocativeCapture

/// What a turn loop has done since it was made.
struct TurnTally {
  /// Samples that were listened to.
  var heardSamples = 0
  /// Keyphrases that counted.
  var hits = 0
  /// Answers that were given.
  var answers = 0
}

/// What a turn loop is doing and has done, at one moment.
public struct TurnStatus: Equatable, Sendable, Codable {
  /// What it is doing.
  public let state: TurnState
  /// Whether the microphone is muted; the state may still be that an answer is given.
  public let muted: Bool
  /// Who has muted it; nil when it is not muted.
  public let mutedBy: [MuteHolder]?
  /// The assistant's name.
  public let assistant: String
  /// What calls it.
  public let wakePhrases: [String]
  /// Seconds of audio that were listened to.
  public let heardSeconds: Double
  /// Keyphrases and stop words that were heard.
  public let hits: Int
  /// Answers that were given.
  public let answers: Int
  /// The device or file that is listened to; nil for none.
  public let source: String?
  /// What is wrong with it now, in alphabetical order; empty when nothing is.
  public let conditions: [CaptureCondition]
  /// Why it is muted although nobody has muted it, and what to do; nil where that is not so.
  public let muteFault: String?
}

extension TurnLoop {
  /// What the loop is doing and has done.
  public var status: TurnStatus {
    TurnStatus(
      state: state, muted: muting.isOn, mutedBy: muting.isOn ? muting.holders.sorted() : nil, assistant: runtime.assistant.name,
      wakePhrases: runtime.assistant.wakePhrases,
      heardSeconds: Double(tally.heardSamples) / Double(AudioFrame.sampleRate), hits: tally.hits, answers: tally.answers,
      source: source?.label, conditions: (source?.statistics.conditions ?? []).sorted { $0.rawValue < $1.rawValue },
      muteFault: muting.fault?.description)
  }
}
