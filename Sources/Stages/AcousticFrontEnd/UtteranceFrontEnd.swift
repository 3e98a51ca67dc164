public import PocketSphinx

/// The features of a whole utterance, for sentences.
public struct Utterance: Sendable {
  /// The features with PocketSphinx's noise removal.
  let cepstra: Cepstra
  /// The features without it; nil if the model has no network.
  let noisy: Cepstra?

  /// The number of quiet frames (10 ms) that separate a chime, a breath or an "um" from the command after it.
  ///
  /// Within a sentence, stop consonants are quiet for a shorter time: with ten frames, "don't turn on the lights" is divided.
  private static let gap = 20
  /// The maximum number of frames before the gap; what is longer is speech.
  private static let longestLead = 150
  /// The numbers of frames of a command after the gap; longer speech is a conversation, which would take twice as long.
  private static let commandLengths = 30...600

  /// The frame (10 ms) at which the part after the first gap begins.
  ///
  /// It is nil if the beginning has no gap, or if the sound after the gap is too short or too long for a command.
  public var frameAfterGap: Int? {
    cepstra.onset(afterQuiet: Self.gap, within: Self.longestLead, leaving: Self.commandLengths).map { $0 - Self.gap }
  }

  /// Returns some frames as a network receives them; nil if the model has no network.
  func features(in frames: Range<Int>) -> AcousticNetwork.Features? {
    noisy.map { AcousticNetwork.Features(denoised: cepstra.frames(frames), noisy: $0.frames(frames)) }
  }
}

/// The audible part of an utterance, as a decoder receives it.
public struct AudibleSpeech: Sendable {
  /// The frames (10 ms) of the audible part, and some before and after it.
  public let input: DecoderInput
  /// The features of these frames.
  public let cepstra: Cepstra
  /// The number of frames between the start of the utterance and these frames.
  public let quietFramesBefore: Int
  /// The number of frames between these frames and the end of the utterance.
  public let quietFramesAfter: Int

  /// Returns a range of these frames, or the part of it that exists; the others count as quiet.
  public func frames(_ range: Range<Int>) -> AudibleSpeech {
    let range = range.clamped(to: 0..<input.frameCount)
    return AudibleSpeech(
      input: input.frames(range), cepstra: cepstra.frames(range), quietFramesBefore: quietFramesBefore + range.lowerBound,
      quietFramesAfter: quietFramesAfter + input.frameCount - range.upperBound)
  }
}

/// Prepares whole utterances for decoding: normalized level, PocketSphinx's noise removal and a subtracted mean; for sentences, the scores
/// that a network computes from these features.
///
/// Not `Sendable`, because the extractors are not: keep it beside its decoders.
public final class UtteranceFrontEnd {
  private let model: AcousticModel
  private let level: LevelNormalizer?
  /// Frames (10 ms) before and after the audible part of an utterance that belong to it.
  private static let silenceAround = 50
  /// The means that the network subtracts: the noise of a real recording shifts one, and a chime the other.
  private static let means: [CepstralMean] = [.utterance, .speech]
  /// An extractor with noise removal, for sentences, and one without, for phrases.
  ///
  /// In a loud echo, noise removal also removes a stop word.
  private var extractors: [Bool: FeatureExtractor] = [:]
  private lazy var network = AcousticNetwork.network(for: model)

  /// Creates a front end for an acoustic model, which is read when the first utterance arrives.
  ///
  /// - Parameter level: Level and noise floor; nil to leave the level of an utterance unchanged.
  public init(model: AcousticModel, level: LevelNormalizer? = LevelNormalizer()) {
    self.model = model
    self.level = level
  }

  /// Whether the audible part of an utterance consists of scores of the network.
  public var hasNetwork: Bool { network != nil }

  /// Returns the features of a whole utterance of 16 kHz mono samples, with a mean subtracted.
  ///
  /// - Throws: `PocketSphinxError` if the library rejects the samples or the model's parameters.
  public func features(of samples: [Int16], subtracting mean: CepstralMean) throws(PocketSphinxError) -> Cepstra {
    try extractor(removingNoise: mean == .utterance).cepstra(of: leveled(samples)).subtracting(mean)
  }

  /// Returns the features of a whole utterance of 16 kHz mono samples, for sentences.
  ///
  /// - Throws: `PocketSphinxError` if the library rejects the samples or the model's parameters.
  public func utterance(of samples: [Int16]) throws(PocketSphinxError) -> Utterance {
    let leveled = leveled(samples)
    return Utterance(
      cepstra: try extractor(removingNoise: true).cepstra(of: leveled),
      noisy: hasNetwork ? try extractor(removingNoise: false).cepstra(of: leveled) : nil)
  }

  /// Returns the audible part of a whole utterance, or of its end.
  ///
  /// It consists of scores if the network is for the senones of the model, and of features otherwise.
  ///
  /// - Parameter frame: The first frame (10 ms) of the part.
  public func audibleSpeech(in utterance: Utterance, from frame: Int = 0) -> AudibleSpeech {
    audibleSpeech(in: utterance, from: frame, scoring: nil)
  }

  /// Returns the audible part of a whole utterance of 16 kHz mono samples, for sentences.
  ///
  /// - Parameter frames: The only frames (10 ms) of the utterance to return and to score, which takes most of the time; nil for all.
  /// - Throws: `PocketSphinxError` if the library rejects the samples or the model's parameters.
  public func audibleSpeech(
    of samples: [Int16], in frames: Range<Int>? = nil
  ) throws(PocketSphinxError) -> AudibleSpeech {
    audibleSpeech(in: try utterance(of: samples), from: 0, scoring: frames)
  }

  /// Returns the probability of silence and noise in each frame (10 ms) at the end of the audible part of an utterance.
  ///
  /// - Parameter count: The maximum number of frames at the end.
  /// - Returns: The probabilities; nil if the model has no network or no frame is audible.
  public func silence(atEndOf utterance: Utterance, frames count: Int) -> [Float]? {
    let end = utterance.cepstra.audibleFrames(margin: Self.silenceAround).upperBound
    return silence(in: end - count..<end, of: utterance)
  }

  /// Returns the probability of silence and noise in each frame (10 ms) from the first sound of an utterance to a frame.
  ///
  /// - Returns: The probabilities; nil if the model has no network or no frame is audible.
  public func silence(before frame: Int, in utterance: Utterance) -> [Float]? {
    silence(in: min(utterance.cepstra.audibleFrames(margin: 0).lowerBound, frame)..<frame, of: utterance)
  }

  private func silence(in frames: Range<Int>, of utterance: Utterance) -> [Float]? {
    let audible = utterance.cepstra.audibleFrames(margin: Self.silenceAround)
    guard let network, let features = utterance.features(in: audible) else { return nil }
    let frames = frames.clamped(to: audible)
    return network.probabilities(
      ofPhones: model.silentSenones, in: features,
      frames: frames.lowerBound - audible.lowerBound..<frames.upperBound - audible.lowerBound, subtracting: Self.means)
  }

  private func audibleSpeech(in utterance: Utterance, from frame: Int, scoring frames: Range<Int>?) -> AudibleSpeech {
    let whole = utterance.cepstra.frames(frame..<utterance.cepstra.frameCount)
    // The mean is that of the audible part: beside a long silence, the noise of a recording counts as speech.
    let audible = whole.audibleFrames(margin: Self.silenceAround)
    let first = frame + audible.lowerBound
    let all = 0..<audible.count
    let scored = frames.map { ($0.lowerBound - first..<$0.upperBound - first).clamped(to: all) } ?? all
    let cepstra = whole.frames(audible).subtracting(.utterance).frames(scored)
    var input = DecoderInput.cepstra(cepstra)
    if let network, let features = utterance.features(in: first..<frame + audible.upperBound) {
      input = .senoneScores(network.scores(of: features, in: scored, subtracting: Self.means))
    }
    return AudibleSpeech(
      input: input, cepstra: cepstra, quietFramesBefore: first + scored.lowerBound,
      quietFramesAfter: whole.frameCount - audible.lowerBound - scored.upperBound)
  }

  private func leveled(_ samples: [Int16]) -> [Int16] { level?.normalized(samples) ?? samples }

  private func extractor(removingNoise removesNoise: Bool) throws(PocketSphinxError) -> FeatureExtractor {
    if let extractor = extractors[removesNoise] { return extractor }
    let extractor = try FeatureExtractor(model: model, removesNoise: removesNoise)
    extractors[removesNoise] = extractor
    return extractor
  }
}
