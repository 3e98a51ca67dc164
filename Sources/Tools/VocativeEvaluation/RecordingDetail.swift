public import Foundation
import Vocative

/// The result of one recording, with enough detail to explain it.
public struct RecordingDetail: Encodable, Sendable {
  /// A recognized or expected command.
  public struct Command: Encodable, Equatable, Sendable {
    /// The intent; nil if there is none.
    public let intent: String?
    /// The slots' values by name.
    public let slots: [String: String]
    /// The words; nil if only the meaning is known.
    public let text: String?
  }

  /// The evidence behind a confidence.
  public struct Evidence: Encodable, Equatable, Sendable {
    /// The mean advantage of free phones over the words, for each frame.
    public let phraseAdvantage: Double
    /// The largest advantage over a stretch of 0.4 s or a squeezed word, for each frame.
    public let worstStretchAdvantage: Double
    /// The score of the free phones, for each frame.
    public let phoneLoopScore: Double
    /// The number of frames (10 ms) of the words.
    public let frameCount: Int
    /// The number of words.
    public let wordCount: Int
  }

  /// The detection result of one keyphrase.
  public struct Spotted: Encodable, Equatable, Sendable {
    /// The keyphrase.
    public let phrase: String
    /// Its best score: the decimal logarithm of the strictest threshold it would pass; nil if it was never a candidate.
    public let score: Double?
    /// The decimal logarithm of the threshold with one false alarm an hour; nil if every candidate passes it.
    public let threshold: Double?
    /// The decimal logarithm of the default threshold.
    public let defaultThreshold: Double
    /// The start of the phrase, in seconds from the start of the recording.
    public let start: Double?
    /// The end of the phrase, in seconds from the start of the recording.
    public let end: Double?
  }

  /// The recording.
  public let audio: String
  /// The manifest and line of the recording.
  public let place: String
  /// The signal-to-noise ratio in dB; nil for the unchanged recording.
  public let snr: Double?
  /// Whether the result is of plain PocketSphinx.
  public let isBaseline: Bool
  /// The recording's set in a benchmark; nil outside a benchmark.
  public var set: String?
  /// The set whose recordings this set has in other rooms; nil for originals and outside a benchmark.
  public var origin: String?
  /// The set whose grammar was used; nil outside a benchmark.
  public var grammar: String?
  /// The name of the added noise; nil for none and outside a benchmark.
  public var noise: String?
  /// The verdict on the result.
  public let verdict: String
  /// Whether the nearest phrase, accepted or not, is the expected one; nil for spotting.
  public var isHeardRight: Bool?
  /// Whether the runtime would act on the opposite of the spoken command; nil for spotting.
  public var isOpposite: Bool?
  /// The expected command; nil if there is none, and for spotting.
  public var expected: Command?
  /// The nearest phrase, accepted or not; nil if there is none, and for spotting.
  public var heard: Command?
  /// The reason for a rejection; nil if a command was understood, and for spotting.
  public var rejection: String?
  /// The confidence of the nearest phrase, from 0 to 1.
  public var confidence: Double?
  /// The evidence behind the confidence.
  public var evidence: Evidence?
  /// The margin of the nearest phrase over its rival, in score units; nil if it has none.
  public var rivalMargin: Int?
  /// Decades by which an expected wake phrase exceeded its threshold; nil if it was not spotted.
  public var wakeScore: Double?
  /// The expected keyphrases; nil for understanding.
  public var expectedPhrases: [String]?
  /// The detection result of each keyphrase; nil for understanding.
  public var phrases: [Spotted]?
  /// Seconds of audio.
  public let duration: Double
  /// Seconds of processor time for recognition or spotting.
  public let time: Double
  /// Seconds from the end of speech to the decision; negative if the command was complete before the last sound.
  public var latency: Double?
}

extension RecordingDetail {
  /// The detail as one line of JSON, without a line break.
  public var jsonLine: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }

  /// Creates a detail from a result of understanding.
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
    rivalMargin = result.best?.rival?.margin
    evidence = result.best?.evidence.map { evidence in
      Evidence(
        phraseAdvantage: evidence.phraseAdvantage, worstStretchAdvantage: evidence.worstStretchAdvantage,
        phoneLoopScore: evidence.phoneLoopScore, frameCount: evidence.frameCount,
        wordCount: evidence.wordCount)
    }
  }

  /// Creates a detail from a result of spotting and the figures of its condition.
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
