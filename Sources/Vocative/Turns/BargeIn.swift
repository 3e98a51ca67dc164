import AcousticFrontEnd
import PocketSphinx
import VocativeCapture
import VocativeDetection

/// How an answer is interrupted while it is spoken.
public struct BargeIn: Equatable, Sendable {
  /// The words that end it.
  public var stopWords = ["stop", "cancel"]
  /// Decades by which a stop word must be clearer than a keyphrase of as many phones.
  public var strictness = 8.0

  /// The words and the strictness used when nothing else is said.
  public init() {}
}

/// Listens for stop words while the assistant speaks, and for nothing else.
final class StopWordDetector {
  private let detector: Detector

  /// - Throws: `UnknownWordError` or `PocketSphinxError` when nobody knows how a stop word sounds.
  init(_ bargeIn: BargeIn, model: RecognitionModel, frontEnd: UtteranceFrontEnd) throws {
    var configuration = Detector.Configuration()
    configuration.historySeconds = 5
    detector = Detector(model: model.acousticModel, frontEnd: frontEnd, configuration: configuration)
    var planner = SpeechPlanner(model: model, wakePhrases: bargeIn.stopWords)
    planner.strictness = bargeIn.strictness
    let plan = try planner.plan(for: Grammar())
    try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
  }

  /// A stop word that has become sure with this frame.
  func hit(in frame: AudioFrame) throws(PocketSphinxError) -> KeyphraseHit? {
    for case .spotted(let hit) in try detector.process(frame) { return hit }
    return nil
  }
}
