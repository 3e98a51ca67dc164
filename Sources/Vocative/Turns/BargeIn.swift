import AcousticFrontEnd
import PocketSphinx
import VocativeCapture
import VocativeDetection

/// The settings for interrupting an answer by voice.
public struct BargeIn: Equatable, Sendable {
  /// The words that stop an answer.
  public var stopWords = ["stop", "cancel"]
  /// The decades by which a stop word must be clearer than a keyphrase of the same number of phones.
  ///
  /// A single word occurs by chance more often than a phrase. In the recordings behind this value, intended words scored 10.8 and
  /// more, and half a minute of answers with similar words scored 1.4 and less.
  public var strictness = 5.0

  /// Creates the default settings.
  public init() {}
}

/// Listens only for stop words while the assistant speaks.
final class StopWordDetector {
  private let detector: Detector

  /// The maximum age of a word in samples; the detection itself takes less than half of it.
  private static let maxAge = AudioFrame.sampleRate

  /// - Throws: `UnknownWordError` or `PocketSphinxError` if a stop word has no pronunciation.
  init(_ bargeIn: BargeIn, model: RecognitionModel, frontEnd: UtteranceFrontEnd) throws {
    var configuration = Detector.Configuration()
    configuration.historySeconds = 5
    detector = Detector(model: model.acousticModel, frontEnd: frontEnd, configuration: configuration)
    var planner = SpeechPlanner(model: model, wakePhrases: bargeIn.stopWords)
    planner.strictness = bargeIn.strictness
    let plan = try planner.plan(for: Grammar())
    try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
  }

  /// Processes a frame; returns a stop word that is detected with it.
  ///
  /// The frames of one answer do not follow those of the answer before. A word at the end of that one is only detected now.
  func hit(in frame: AudioFrame) throws(PocketSphinxError) -> KeyphraseHit? {
    for case .spotted(let hit) in try detector.process(frame) where abs(frame.sampleTime - hit.end) < Self.maxAge { return hit }
    return nil
  }
}
