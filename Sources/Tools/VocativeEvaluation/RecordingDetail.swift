public import Foundation
import Vocative

/// What came of one recording, in enough detail to see why.
public struct RecordingDetail: Encodable, Sendable {
  /// What was heard, or should have been.
  public struct Command: Encodable, Equatable, Sendable {
    /// The intent; nil for none.
    public let intent: String?
    /// The slots' values by name.
    public let slots: [String: String]
    /// The words; nil if only the meaning is known.
    public let text: String?
  }

  /// What a confidence was made of.
  public struct Evidence: Encodable, Equatable, Sendable {
    /// How much better, a frame, free phones explain the audio than the words do.
    public let phraseAdvantage: Double
    /// The same over the word where it is largest.
    public let worstWordAdvantage: Double
    /// Score a frame of the free phones themselves.
    public let phoneLoopScore: Double
    /// Frames (10 ms) of the words.
    public let frameCount: Int
    /// How many words there were.
    public let wordCount: Int
    /// Phones of all these words.
    public let phoneCount: Int
  }

  /// How one keyphrase was heard.
  public struct Spotted: Encodable, Equatable, Sendable {
    /// The keyphrase.
    public let phrase: String
    /// Its best score, as the decimal logarithm of the strictest threshold it would pass; nil if it was no candidate anywhere.
    public let score: Double?
    /// The threshold with one false alarm an hour; nil if every candidate passes it.
    public let threshold: Double?
    /// The threshold that is used when nothing else is said.
    public let defaultThreshold: Double
    /// Seconds from the start of the recording to its start.
    public let start: Double?
    /// Seconds from the start of the recording to its end.
    public let end: Double?
  }

  /// The recording.
  public let audio: String
  /// The manifest and the line it stands in.
  public let place: String
  /// Signal-to-noise ratio in dB; nil for the recording as it is.
  public let snr: Double?
  /// Whether this is plain PocketSphinx.
  public let isBaseline: Bool
  /// The set of a benchmark that the recording belongs to; nil outside of one.
  public var set: String?
  /// The set whose grammar the recording was said to; nil outside of a benchmark.
  public var grammar: String?
  /// The noise that was added, by the name of its file; nil for none, and outside of a benchmark.
  public var noise: String?
  /// How the result stands to what was expected.
  public let verdict: String
  /// Whether the nearest phrase, believed or not, is the expected one; nil for spotting.
  public var isHeardRight: Bool?
  /// Whether the runtime would act on the opposite of what was said; nil for spotting.
  public var isOpposite: Bool?
  /// The command that was expected; nil if none was, and for spotting.
  public var expected: Command?
  /// The nearest phrase, believed or not; nil for none, and for spotting.
  public var heard: Command?
  /// Why nothing was understood; nil if something was, and for spotting.
  public var rejection: String?
  /// How sure the nearest phrase is, from 0 to 1.
  public var confidence: Double?
  /// What the confidence was made of.
  public var evidence: Evidence?
  /// Decades by which the wake phrase passed its threshold, where there should be one; nil if it was not spotted.
  public var wakeScore: Double?
  /// The keyphrases that were expected; nil for understanding.
  public var expectedPhrases: [String]?
  /// How each keyphrase was heard; nil for understanding.
  public var phrases: [Spotted]?
  /// Seconds of audio.
  public let duration: Double
  /// Seconds of processor time for recognition, or for spotting.
  public let time: Double
  /// Seconds from the end of speech to the decision.
  public var latency: Double?
}

extension RecordingDetail {
  /// The detail as one line of JSON, without the line's end.
  public var jsonLine: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }

  /// What came of understanding a recording.
  public init(_ result: UnderstandingEvaluation.Result, snr: Double?, isBaseline: Bool) {
    self.init(
      audio: result.entry.audio, place: result.entry.place, snr: snr, isBaseline: isBaseline, verdict: result.verdict.rawValue,
      duration: result.duration, time: result.recognitionTime, latency: result.decision?.delay)
    if case .understood(let intent, let slots) = result.entry.expectation {
      expected = Command(intent: intent, slots: slots, text: result.entry.transcript)
    }
    isHeardRight = result.isHeardRight
    isOpposite = result.isOpposite
    heard = result.best.map { Command(intent: $0.intent, slots: $0.slots, text: $0.text) }
    switch result.understanding {
    case .understood: break
    case .wakePhraseOnly: rejection = "wake-phrase-only"
    case .rejected(let reason):
      let isUnaddressed = result.entry.wake && !isBaseline && result.wakeScore == nil
      rejection = isUnaddressed ? "wake-phrase-not-spotted" : reason.reason.rawValue
    }
    wakeScore = result.wakeScore
    guard !isBaseline else { return }
    confidence = result.best?.confidence
    evidence = result.best?.evidence.map { evidence in
      Evidence(
        phraseAdvantage: evidence.phraseAdvantage, worstWordAdvantage: evidence.worstWordAdvantage,
        phoneLoopScore: evidence.phoneLoopScore, frameCount: evidence.frameCount,
        wordCount: evidence.wordCount, phoneCount: evidence.phoneCount)
    }
  }

  /// What came of spotting in a recording, beside the figures of its condition.
  public init(_ result: SpottingEvaluation.Result, figures: EvaluationFigures, snr: Double?, isBaseline: Bool) {
    let thresholds = figures.phrases.mapValues { phrase in
      phrase.operatingPoints.first { $0.falseAlarmsPerHour == 1 }.flatMap(\.threshold)
    }
    self.init(
      audio: result.entry.audio, place: result.entry.place, snr: snr, isBaseline: isBaseline,
      verdict: result.verdict(at: thresholds).rawValue, duration: result.duration, time: result.time)
    expectedPhrases = result.entry.expectation.phrases
    phrases = thresholds.sorted { $0.key < $1.key }.map { phrase, threshold in
      let best = result.hits[phrase]?.max { $0.score < $1.score }
      return Spotted(
        phrase: phrase, score: best?.score, threshold: threshold,
        defaultThreshold: figures.defaultThresholds[phrase]?.threshold ?? 0, start: best?.start, end: best?.end)
    }
    latency =
      result.delays(
        of: result.entry.expectation.phrases, at: figures.defaultThresholds.compactMapValues(\.threshold)
      ).first
  }
}
